import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import type { HashRules } from '#shared/transitions.ts'

/** Rows that one statement of the embedded engine copies, so that none takes longer than 100 ms. */
const chunkRows = 5_000
/** Class of the advisory lock under which days are opened, one at a time: two would make the same rows and the same partition. */
const openingClass = 6_303

/** The target (TH/s) of the type in `column`, as SQL. */
export const hashTarget = (column: string, rules: HashRules): RawBuilder<number> =>
  sql<number>`case ${sql.ref(column)} when 'T30' then ${rules.targets.T30}::real else ${rules.targets.T20}::real end`

/** Does every device of the tenant that is not scrapped have its row of `day`? Asks the counters, not the rows. */
export async function isOpen(trx: Transaction<Database>, tenantId: number, day: Day): Promise<boolean> {
  const answer = await sql<{ open: boolean }>`
    select coalesce((select total - scrap from daily_scope
        where kind = 'company' and scope_id = ${tenantId} and company_id = ${tenantId} and business_date = ${day}::date), 0)
      = coalesce((select sum(devices) from device_count where company_id = ${tenantId} and state <> 'scrap'), 0) as open`.execute(trx)
  return answer.rows[0]?.open ?? false
}

/**
 * Copies the devices of the tenant that are not scrapped and have no row of `day` yet, with `reported` null.
 * The primary key decides which have one: a plan made while the partition was empty would search it from end to end for each.
 */
async function copyDevices(trx: Transaction<Database>, tenantId: number, day: Day, rules: HashRules, condition: RawBuilder<unknown>): Promise<void> {
  let after = 0
  for (;;) {
    const copied = await sql<{ last: number | null }>`
      with next as (
        select id from device where company_id = ${tenantId} and id > ${after} order by id limit ${chunkRows}),
      copied as (
        insert into device_daily
          (business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported, hash_avg, hash_target, compliant)
        select ${day}::date, d.id, d.company_id, coalesce(d.client_id, 0), coalesce(d.account_id, 0), coalesce(d.site_id, 0), d.type, d.state, null,
          d.last_report_at is not null, null, ${hashTarget('d.type', rules)}, false
        from next join device d using (id)
        where d.state <> 'scrap' ${condition}
        order by d.client_id, d.account_id, d.id
        on conflict (business_date, device_id) do nothing)
      select max(id) as last from next`.execute(trx)
    const last = copied.rows[0]?.last
    if (last === null || last === undefined) return
    after = last
  }
}

/** The part of device_daily that holds a day; `device_daily_month()` makes it. */
export const dailyTable = (day: Day): string => `device_daily_${day.slice(0, 4)}_${day.slice(5, 7)}`

/** Held by whoever is about to add rows to a day that may not be open, until the transaction ends. */
export const lockOpening = (trx: Transaction<Database>) => sql`select pg_advisory_xact_lock(${openingClass}::int, 0)`.execute(trx)

/**
 * Gives every device of the tenant that is not scrapped its row of `day`, with the state and the owners it has now and
 * `reported` null, and every site with machines its coverage "missing". What is there already stays as it is.
 * Call it before the first change of a day: a device that is scrapped afterwards keeps its row of that day.
 */
export async function openDay(trx: Transaction<Database>, tenantId: number, day: Day, rules: HashRules): Promise<void> {
  if (await isOpen(trx, tenantId, day)) return
  await lockOpening(trx)
  if (await isOpen(trx, tenantId, day)) return
  await sql`select device_daily_month(${day}::date)`.execute(trx)
  await copyDevices(trx, tenantId, day, rules, sql``)
  await sql`
    insert into import_coverage(business_date, site_id, company_id, expected, reported, status)
    select ${day}::date, site_id, company_id, count(*), 0, 'missing' from device
    where company_id = ${tenantId} and site_id is not null and state <= 'offline' and last_report_at is not null
    group by site_id, company_id order by site_id
    on conflict (business_date, site_id) do nothing`.execute(trx)
}

/**
 * Gives a day that is over, and of which no row was ever written, its rows: every device that was there by its end and is not
 * scrapped now. Days that have rows stay as they are; what they did not know of is not known.
 */
export async function openPastDay(trx: Transaction<Database>, tenantId: number, day: Day, timeZone: string, rules: HashRules): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from daily_scope where kind = 'company' and scope_id = ${tenantId} and company_id = ${tenantId} and business_date = ${day}::date
      and total > 0) as known`.execute(trx)
  if (rows[0]?.known) return
  await sql`select device_daily_month(${day}::date)`.execute(trx)
  await copyDevices(trx, tenantId, day, rules, sql`and d.create_time < (${day}::date + 1)::timestamp at time zone ${timeZone}`)
}
