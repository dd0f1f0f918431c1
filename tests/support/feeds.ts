import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { type ApplyOptions, applyFeed } from '#server/features/feeds/apply-feed.ts'
import type { FeedParts } from '#server/features/feeds/feed-call.ts'
import { businessDay } from '#shared/business-time.ts'
import type { DeviceFacts } from '#shared/device-facts.ts'
import type { FeedRequest, FeedResult } from '#shared/feed.ts'
import type { UndoResult } from '#shared/feed-batches.ts'
import { type buildCaller, buildCallerAs } from './context.ts'
import {
  type Account,
  buildAccount,
  buildClient,
  buildCompany,
  buildSite,
  type Client,
  type Company,
} from './factories.ts'
import { territoryOf } from './shape.ts'

export type FeedTown = {
  tenant: Company
  site: Company
  client: Client
  account: Account
  today: string
  /** Set the clock that feeds use. */
  setClock(now: Date): void
  /** Move the clock forward, by default by a minute. */
  pass(milliseconds?: number): void
  now(): Date
  apply(request: FeedRequest, siteIds?: readonly number[], options?: ApplyOptions): Promise<FeedResult>
}
const timeZone = 'Asia/Shanghai'

/** Set up a base with one site, a client and an account, and feeds by its manager. */
export async function feedTown(database: { db: Kysely<Database>; url: string | null }): Promise<FeedTown> {
  const { db } = database
  const tenant = await buildCompany(db)
  const site = await buildSite(db, { tenant })
  const client = await buildClient(db, { company_id: tenant.id })
  const account = await buildAccount(db, { company_id: tenant.id, client_id: client.id, site_id: site.id })
  let fixed: Date | null = null
  const clock = () => fixed ?? new Date()
  const parts: FeedParts = { db, config: { databaseUrl: database.url, deviceFeedUrl: null, timeZone }, clock }
  return {
    tenant,
    site,
    client,
    account,
    get today() {
      return businessDay(clock(), timeZone)
    },
    now: clock,
    setClock(now) {
      fixed = now
    },
    pass(milliseconds = 60_000) {
      fixed = new Date(clock().getTime() + milliseconds)
    },
    apply: (request, siteIds, options) => {
      const territory = territoryOf([tenant.id], { siteIds: siteIds ?? null })
      return applyFeed(parts, { actor: 'base', userId: null, territory, language: 'zh' }, request, options)
    },
  }
}

/** Return a line of a running machine, by default of its own base's site. */
export const lineOf = (serial: string, given: Record<string, unknown> = {}): Record<string, unknown> => ({
  serial,
  activeWorkerState: 'yes',
  hashRate: 30,
  ...given,
})

/** Return a feed file in the form of a request. */
export const fileOf = (text: string | Uint8Array, fileName = 'feed.csv'): { content: string; fileName: string } => ({
  content: Buffer.from(text as string).toString('base64'),
  fileName,
})

/**
 * Count the devices of a tenant by state: live, and in the roll-up of `day`; scrapped ones are left out, because older
 * ones have no row.
 */
export async function countsOf(
  db: Kysely<Database>,
  tenantId: number,
  day: string,
): Promise<{ live: Record<string, number>; daily: Record<string, number> }> {
  const live = await sql<{ state: string; devices: number }>`
    select state, count(*)::int as devices from device where company_id = ${tenantId} and state <> 'scrap' group by state`.execute(
    db,
  )
  const daily = await sql<Record<string, number>>`
    select normal, low, warn, offline, repairing, repaired, lost from daily_scope
    where kind = 'company' and scope_id = ${tenantId} and business_date = ${day}::date`.execute(db)
  return {
    live: Object.fromEntries(live.rows.map(({ state, devices }) => [state, devices])),
    daily: Object.fromEntries(Object.entries(daily.rows[0] ?? {}).filter(([, devices]) => devices !== 0)),
  }
}

/** Undo the batch that a dry run reports as the newest, as a user does who names it. */
export async function undoNewest({ feeds }: ReturnType<typeof buildCaller>): Promise<UndoResult> {
  const { batchId } = await feeds.undo({ dryRun: true })
  return feeds.undo({ id: batchId })
}

/** Return the facts of every machine that the manager of a town reads, by serial. */
export async function factsIn(
  db: Kysely<Database>,
  { tenant, now }: FeedTown,
): Promise<Record<string, DeviceFacts | null>> {
  const caller = await buildCallerAs(db, { company_id: tenant.id, nick_name: '基地负责人' }, { now: now() })
  const { data } = await caller.devices.find({ orderColumn: 'serial' })
  return Object.fromEntries(data.map(({ serial, facts }) => [serial, facts]))
}
