import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { deviceStates } from '#shared/devices.ts'

const counts = ['total', ...deviceStates, 'in_service', 'online', 'compliant', 'unknown']
const sums = [...counts, 'hash_sum', 'target_sum']
const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
const summed = (columns: readonly string[]) => sql.join(columns.map((column) => sql`sum(${sql.ref(column)})`))

/**
 * Compute the sums over all tenants, day by day, where a backup lacks them: its tenants were on several nodes.
 * `reported` is null on a day on which it is unknown for one of the tenants.
 */
export async function addSumsOfAll(db: Db): Promise<void> {
  const { rows } = await sql<{
    known: boolean
  }>`select exists (select 1 from daily_scope where kind = 'all') as known`.execute(db)
  if (rows[0]?.known) return
  await sql`insert into daily_scope(kind, scope_id, company_id, business_date, ${list(sums)}, reported)
    select 'all', 0, 0, business_date, ${summed(sums)}, case when bool_and(reported is not null) then sum(reported) end
    from daily_scope where kind = 'company' group by business_date`.execute(db)
  await sql`insert into daily_type(company_id, type, business_date, ${list(sums)})
    select 0, type, business_date, ${summed(sums)} from daily_type where company_id <> 0 group by type, business_date
    on conflict do nothing`.execute(db)
}
