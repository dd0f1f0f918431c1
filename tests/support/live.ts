import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { createSession } from '#server/features/auth/sessions.ts'
import { openDay } from '#server/features/dailies/open-day.ts'
import type { ReportAnswer } from '#shared/live.ts'
import { roleLabels } from '#shared/roles.ts'
import { defaultHashRules } from '#shared/transitions.ts'
import { buildDevice, buildUser, type Device } from './factories.ts'
import { type FeedTown, feedTown } from './feeds.ts'
import { type Door, openDoor } from './sign-in.ts'

export type LiveTown = FeedTown & {
  door: Door
  /** A token of scope report for the site. */
  token: string
  devices: Device[]
  /** Send reports with the token. */
  report(rows: readonly Record<string, unknown>[]): Promise<ReportAnswer>
  /** The same as text. */
  send(text: string): Promise<ReportAnswer>
  /** Set both clocks, in ms since 1970. */
  moveTo(at: number): void
  at(): number
}

/**
 * Set up a base whose site reports live: machines L1, L2 … (or with another prefix) that ran normally this morning, on
 * an open day.
 */
export async function liveTown(
  database: { db: Kysely<Database>; url: string | null },
  machines = 3,
  at = Date.parse('2026-11-20T04:02:00Z'),
  prefix = 'L',
): Promise<LiveTown> {
  const { db } = database
  const town = await feedTown(database)
  const door = openDoor(db)
  const moveTo = (now: number) => {
    door.time.now = now
    town.setClock(new Date(now))
  }
  moveTo(at)
  const manager = await buildUser(db, {
    nick_name: roleLabels.baseManager,
    company_id: town.tenant.id,
    home_company_id: town.tenant.id,
  })
  await sql`insert into membership(user_id, company_id) values (${manager.id}, ${town.tenant.id}) on conflict do nothing`.execute(
    db,
  )
  const now = new Date(at)
  const made = {
    userId: manager.id,
    companyId: town.tenant.id,
    kind: 'script',
    now,
    expiresAt: new Date(at + 1e10),
    passwordAt: null,
    address: '',
    agent: '',
  } as const
  const { token } = await createSession(db, { ...made, scope: 'report', site: { id: town.site.id, name: 'collector' } })
  const devices: Device[] = []
  for (let index = 1; index <= machines; index += 1) {
    const place = {
      company_id: town.tenant.id,
      site_id: town.site.id,
      client_id: town.client.id,
      account_id: town.account.id,
    }
    const last_report_at = new Date(at - 3 * 3_600_000)
    devices.push(
      await buildDevice(db, {
        ...place,
        serial: `${prefix}${index}`,
        type: 'T30',
        state: 'normal',
        hash_rate: 30,
        active_worker_state: true,
        last_report_at,
      }),
    )
  }
  await db
    .transaction()
    .execute((trx) =>
      openDay(trx, [town.tenant.id], { day: town.today, rules: defaultHashRules, embedded: database.url === null }),
    )
  const call = async (request: Parameters<Awaited<ReturnType<Door['withToken']>>['live']['report']>[0]) =>
    (await door.withToken(token)).live.report(request)
  return Object.assign(town, {
    ...{ door, token, devices, moveTo, at: () => door.time.now },
    report: (reports: readonly Record<string, unknown>[]) => call({ reports: [...reports] }),
    send: (text: string) => call({ content: Buffer.from(text).toString('base64') }),
  })
}

/** Return the report of a running machine at a moment (ms since 1970). */
export const reportOf = (serial: string, at: number, given: Record<string, unknown> = {}): Record<string, unknown> => ({
  serial,
  reportedAt: new Date(at).toISOString(),
  hashRate: 30,
  activeWorkerState: true,
  ...given,
})
