import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { type NameReader, namesOf } from '#server/services/places/owner-names.ts'
import type { Day } from '#shared/dates.ts'
import type { FeedIssued } from '#shared/feed.ts'
import type { PlannedRow } from './plan-line.ts'
import type { DayRow } from './read-fleet.ts'

/** An issued statement of the month of a feed, for a client or one of its sub-accounts (0 = the whole client). */
export type IssuedMonth = { clientId: number; accountId: number; at: Date }

/** Return the issued statements of the month of a past day. */
export async function readIssued(
  trx: Transaction<Database>,
  { restated, businessDate }: { restated: boolean; businessDate: Day },
): Promise<IssuedMonth[]> {
  if (!restated) return []
  const { rows } =
    await sql<IssuedMonth>`select client_id as "clientId", account_id as "accountId", issued_at as at from statement_issue
    where month = date_trunc('month', ${businessDate}::date)::date order by client_id, account_id`.execute(trx)
  return rows
}

/** Return whether a feed of a past day changes the daily row of a machine. */
const isRestated = ({ dayBefore, dayState, reported, hashRate }: PlannedRow, row: DayRow | undefined): boolean =>
  dayBefore !== dayState || (reported !== null && (row?.reported !== reported || row.hashRate !== hashRate))

/**
 * Return the issued statements that no longer match their day after the feed, with the number of machines that differ
 * in each.
 */
export function issuedOf(
  rows: readonly PlannedRow[],
  day: ReadonlyMap<number, DayRow> | null,
  issued: readonly IssuedMonth[],
  date: Day,
  reader: NameReader,
): FeedIssued[] {
  if (issued.length === 0) return []
  const counts = new Map<string, { companyId: number; siteId: number; machines: number }>()
  const add = (key: string, companyId: number, siteId: number) => {
    const known = counts.get(key) ?? { companyId, siteId, machines: 0 }
    known.machines += 1
    counts.set(key, known)
  }
  for (const row of rows) {
    const found = day?.get(row.before.id)
    if (!isRestated(row, found)) continue
    const [clientId, accountId] = found
      ? [found.clientId, found.accountId]
      : [row.after.clientId ?? 0, row.after.accountId ?? 0]
    add(`${clientId} 0`, row.before.companyId, row.siteId)
    if (accountId !== 0) add(`${clientId} ${accountId}`, row.before.companyId, row.siteId)
  }
  return issued.flatMap(({ clientId, accountId, at }) => {
    const changed = counts.get(`${clientId} ${accountId}`)
    if (!changed) return []
    const { client, account } = namesOf(reader, { ...changed, clientId, accountId })
    return [
      {
        clientId,
        client: [client, account].filter(Boolean).join(' / '),
        month: date.slice(0, 'YYYY-MM'.length),
        issuedAt: at.toISOString(),
        machines: changed.machines,
      },
    ]
  })
}
