import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { AlertState, Place } from '#shared/alert-decisions.ts'
import type { AlertKind, MutedBy } from '#shared/alerts.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { Language } from '#shared/i18n/index.ts'

/** Details of an event apart from its figures: why a feed failed, and counts from the last review. */
export type AlertDetail = {
  reason?: 'refused' | 'thin' | 'notRun'
  /** The text in each language. Events from before translation have one text, in the language of the caller then. */
  text?: string | Record<Language, string>
  /** How many machines of the place were offline at the last count of the members. */
  offline?: number
  /** Opened by the live endpoint, which also ends it. */
  live?: boolean
}
export type Event = AlertState &
  Place & {
    /** 0 = not written yet. */
    id: number
    companyId: number
    kind: AlertKind
    type: DeviceType | null
    ruleId: number | null
    openedAt: number
    batchId: number | null
    detail: AlertDetail
    mutedBy: MutedBy | null
    resolved: boolean
    takenBack: boolean
  }

type Stored = Omit<Event, 'toldAt' | 'openedAt' | 'resolved' | 'takenBack'> & { toldAt: Date | null; openedAt: Date }

/**
 * Read and lock the open events of some tenants. Locks are taken in the order of the ids, so that a feed, the clock and
 * a person wait for each other and cannot deadlock.
 */
export async function readOpenEvents(trx: Transaction<Database>, companyIds: readonly number[]): Promise<Event[]> {
  const { rows } = await sql<Stored>`
    select id, company_id as "companyId", kind, severity, site_id as "siteId", client_id as "clientId", account_id as "accountId", type, rule_id as "ruleId",
      opened_at as "openedAt", count_now as count, count_of as of, count_worst as worst, batch_id as "batchId", detail, told_at as "toldAt",
      told_count as "toldCount", acknowledged_count as "acknowledgedCount", muted_by as "mutedBy"
    from alert where resolved_at is null and company_id = any(${[...companyIds]}::int[]) order by id for update`.execute(
    trx,
  )
  return rows.map(({ toldAt, openedAt, ...row }) => ({
    ...row,
    toldAt: toldAt?.getTime() ?? null,
    openedAt: openedAt.getTime(),
    resolved: false,
    takenBack: false,
  }))
}
