import { sql, type Transaction } from 'kysely'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'

/**
 * Recount the coverage of each site from the rows of a day, after an undo restored some machines of a batch and left
 * others. Sites with unchanged counts keep the coverage that their feed wrote, unless that feed was the batch.
 * @param sites null = all sites of the tenant
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
  // Inline the number: a node that gets only the row would not know the types of the other parameters.
  await sql`${sql.raw(unnamedMark)}
    insert into import_coverage(business_date, site_id, company_id, expected, reported, status, batch_id)
    select ${day}::date, site_id, ${companyId}::int, expected, reported,
      case when reported = 0 then 'missing' when reported >= expected then 'complete' else 'partial' end, case when reported > 0 then batch_id end
    from (${counted}) n
    on conflict (company_id, business_date, site_id) do update set expected = excluded.expected, reported = excluded.reported, status = excluded.status, batch_id = excluded.batch_id
    where (import_coverage.expected, import_coverage.reported) is distinct from (excluded.expected, excluded.reported)
      or import_coverage.batch_id = ${sql.lit(batchId)}`.execute(trx)
}
