import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { AlertState, Place } from '#shared/alert-decisions.ts'
import type { AlertKind, MutedBy } from '#shared/alerts.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { Language } from '#shared/i18n/index.ts'

/** What is known of an event besides its figures: why a feed failed, what was seen when its members were counted last. */
export type AlertDetail = {
  reason?: 'refused' | 'thin' | 'notRun'
  /** In each language; those of former days in the words of the caller that told of it. */
  text?: string | Record<Language, string>
  /** Machines of the place that were offline when its members were counted. */
  offline?: number
  /** Told of by the live door, which takes it back by itself. */
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

/** The events of some tenants that are not over, locked in the order of their numbers, so that a feed, the clock and a person wait for each other instead of crossing. */
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
