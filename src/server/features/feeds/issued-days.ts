import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { type NameReader, namesOf } from '#server/services/owner-names.ts'
import type { Day } from '#shared/dates.ts'
import type { FeedIssued } from '#shared/feed.ts'
import type { PlannedRow } from './plan-line.ts'
import type { DayRow } from './read-fleet.ts'

/** A statement of the month of a feed that was handed out, of a client or one of its sub-accounts (0 = the whole client). */
export type IssuedMonth = { clientId: number; accountId: number; at: Date }

/** The statements of the month of an earlier day that were handed out. */
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

/** Does a feed of an earlier day say something else of a machine than that day did? */
const isRestated = ({ dayBefore, dayState, reported, hashRate }: PlannedRow, row: DayRow | undefined): boolean =>
  dayBefore !== dayState || (reported !== null && (row?.reported !== reported || row.hashRate !== hashRate))

/** The statements that were handed out and do not say any more what their day says after the feed, with how many machines of each differ. */
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
