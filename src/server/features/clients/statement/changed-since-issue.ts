import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day, Month } from '#shared/dates.ts'

/**
 * When a statement was first issued, and the days that feeds have changed since; null = not issued, or nothing changed.
 */
export type ChangedSinceIssue = { issuedAt: Date; days: Day[] } | null

/**
 * Find the days of a month that feeds for past days have changed after the statement of that month was issued. The
 * senders of such feeds were told about it.
 */
export async function changedSinceIssue(
  db: Kysely<Database>,
  clientId: number,
  accountId: number | null,
  month: Month,
): Promise<ChangedSinceIssue> {
  const first = `${month}-01`
  const { rows } = await sql<{ at: Date; days: Day[] | null }>`
    select i.issued_at as at, (select array_agg(distinct b.business_date::text order by b.business_date::text) from import_batch b
      where b.restated and b.undone_at is null and b.create_time > i.issued_at
        and b.business_date >= ${first}::date and b.business_date < ${first}::date + interval '1 month'
        and b.result -> 'issued' @> ${JSON.stringify([{ clientId }])}::jsonb) as days
    from statement_issue i where i.client_id = ${clientId} and i.account_id = ${accountId ?? 0} and i.month = ${first}::date`.execute(
    db,
  )
  const [found] = rows
  return found?.days ? { issuedAt: found.at, days: found.days } : null
}
