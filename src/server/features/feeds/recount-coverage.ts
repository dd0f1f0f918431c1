import { sql, type Transaction } from 'kysely'
import { unnamedMark } from '#server/db/named-statement-client.ts'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'

/**
 * Counts anew, from the rows of a day, how much of each site reported, after machines of a batch went back and others stayed. Sites whose
 * figures still hold keep what their feed said of them, unless that was the batch. @param sites null = all of the tenant
 */
export async function recountCoverage(
  trx: Transaction<Database>,
  companyId: number,
  day: Day,
  batchId: number,
  sites: readonly number[] | null,
): Promise<void> {
  const chosen = sites === null ? sql`true` : sql`site_id = any(${[...sites]}::int[])`
  const counted = sql`
    select site_id, count(*)::int as expected, (count(*) filter (where reported))::int as reported, max(batch_id) filter (where reported is not null) as batch_id
    from device_daily where business_date = ${day}::date and company_id = ${companyId} and site_id <> 0 and ${chosen} and state <= 'offline' and ever_reported group by site_id`
  await sql`
    delete from import_coverage c where business_date = ${day}::date and company_id = ${companyId} and ${chosen}
      and not exists (select 1 from (${counted}) n where n.site_id = c.site_id)`.execute(trx)
  // The number is written out: a node that is sent the row alone would not know the types of the other parameters.
  await sql`${sql.raw(unnamedMark)}
    insert into import_coverage(business_date, site_id, company_id, expected, reported, status, batch_id)
    select ${day}::date, site_id, ${companyId}::int, expected, reported,
      case when reported = 0 then 'missing' when reported >= expected then 'complete' else 'partial' end, case when reported > 0 then batch_id end
    from (${counted}) n
    on conflict (company_id, business_date, site_id) do update set expected = excluded.expected, reported = excluded.reported, status = excluded.status, batch_id = excluded.batch_id
    where (import_coverage.expected, import_coverage.reported) is distinct from (excluded.expected, excluded.reported)
      or import_coverage.batch_id = ${sql.lit(batchId)}`.execute(trx)
}
