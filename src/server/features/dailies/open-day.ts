import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { byMachineType } from '#server/features/devices/hash-rules.ts'
import type { Day } from '#shared/dates.ts'
import type { HashRules } from '#shared/machine-types.ts'

/** Rows that one statement of the embedded engine copies, so that none takes longer than 100 ms. */
const chunkRows = 5_000
/** Class of the advisory lock under which the days of a tenant, the object, are opened: two would make the same rows. */
const openingClass = 6_303

/** The target (TH/s) of the type in `column`, as SQL. */
export const hashTarget = (column: string, { targets }: HashRules): RawBuilder<number> =>
  byMachineType(column, targets, 'real')

/** Does every device of the tenant that is not scrapped have its row of `day`? Asks the counters, not the rows. */
export async function isOpen(trx: Transaction<Database>, tenantId: number, day: Day): Promise<boolean> {
  const answer = await sql<{ open: boolean }>`
    select coalesce((select total - scrap from daily_scope
        where kind = 'company' and scope_id = ${tenantId} and company_id = ${tenantId} and business_date = ${day}::date), 0)
      = coalesce((select sum(devices) from device_count where company_id = ${tenantId} and state <> 'scrap'), 0) as open`.execute(
    trx,
  )
  return answer.rows[0]?.open ?? false
}

/** Does every one of these tenants have all its rows of `day`? */
export async function areOpen(trx: Transaction<Database>, tenantIds: readonly number[], day: Day): Promise<boolean> {
  for (const tenantId of tenantIds) if (!(await isOpen(trx, tenantId, day))) return false
  return true
}

/** What a day says of the devices `d` before anybody has told of them. */
const unheard = (day: Day, rules: HashRules) => sql`
  insert into device_daily
    (business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported, hash_avg, hash_target, compliant)
  select ${day}::date, d.id, d.company_id, coalesce(d.client_id, 0), coalesce(d.account_id, 0), coalesce(d.site_id, 0), d.type, d.state, null,
    d.last_report_at is not null, null, ${hashTarget('d.type', rules)}, false`
/** The primary key decides which have a row: a plan made while the partition was empty would search it from end to end for each. */
const ifMissing = sql`order by d.client_id, d.account_id, d.id on conflict (company_id, business_date, device_id) do nothing`

/** Copies the devices of the tenant that are not scrapped and have no row of `day` yet, with `reported` null: on a server, all at once, so that each roll-up row is written once. */
async function copyDevices(
  trx: Transaction<Database>,
  tenantId: number,
  { day, rules, embedded }: Opening,
  condition: RawBuilder<unknown> = sql``,
): Promise<void> {
  if (!embedded) {
    await sql`${unheard(day, rules)} from device d where d.company_id = ${tenantId} and d.state <> 'scrap' ${condition} ${ifMissing}`.execute(
      trx,
    )
    return
  }
  let after = 0
  for (;;) {
    const copied = await sql<{ last: number | null }>`
      with next as (
        select id from device where company_id = ${tenantId} and id > ${after} order by id limit ${chunkRows}),
      copied as (${unheard(day, rules)} from next join device d using (id) where d.state <> 'scrap' ${condition} ${ifMissing})
      select max(id) as last from next`.execute(trx)
    const last = copied.rows[0]?.last
    if (last === null || last === undefined) return
    after = last
  }
}

/** The part of device_daily that holds a day; `device_daily_month()` makes it. */
export const dailyTable = (day: Day): string => `device_daily_${day.slice(0, 4)}_${day.slice(5, 7)}`

/**
 * Held by anyone who is about to add rows to a day of these tenants that may not be open, until the transaction ends. All are taken before the
 * first row is written: who held the roll-up of everything, which all tenants share, and then waited for one of them might wait for ever.
 */
export async function lockOpening(trx: Transaction<Database>, tenantIds: readonly number[]): Promise<void> {
  for (const tenantId of [...new Set(tenantIds)].sort((left, right) => left - right))
    await sql`select pg_advisory_xact_lock(${openingClass}::int, ${tenantId}::int)`.execute(trx)
}

/** `embedded`: the engine has one connection, so that days are opened in pieces. */
export type Opening = { day: Day; rules: HashRules; embedded: boolean }

/**
 * Gives every device of the tenants that is not scrapped its row of `day`, with the state and the owners it has now and
 * `reported` null, and every site with machines its coverage "missing". What is there already stays as it is.
 * Call it before the first change of a day: a device that is scrapped afterwards keeps its row of that day.
 */
export async function openDay(
  trx: Transaction<Database>,
  tenantIds: readonly number[],
  opening: Opening,
): Promise<void> {
  const { day } = opening
  const closed: number[] = []
  for (const tenantId of tenantIds) if (!(await isOpen(trx, tenantId, day))) closed.push(tenantId)
  await lockOpening(trx, closed)
  for (const tenantId of closed) {
    if (await isOpen(trx, tenantId, day)) continue
    await sql`select device_daily_month(${day}::date)`.execute(trx)
    await copyDevices(trx, tenantId, opening)
    await sql`
      insert into import_coverage(business_date, site_id, company_id, expected, reported, status)
      select ${day}::date, site_id, company_id, count(*), 0, 'missing' from device
      where company_id = ${tenantId} and site_id is not null and state <= 'offline' and last_report_at is not null
      group by site_id, company_id order by site_id
      on conflict (company_id, business_date, site_id) do nothing`.execute(trx)
  }
}

/**
 * Gives a day that is over, and of which no row was ever written, its rows: every device that was there by its end and is not
 * scrapped now. Days that have rows stay as they are; what they did not know of is not known.
 */
export async function openPastDay(
  trx: Transaction<Database>,
  tenantId: number,
  opening: Opening & { timeZone: string },
): Promise<void> {
  const { day, timeZone } = opening
  const { rows } = await sql<{ known: boolean }>`
    select exists (select 1 from daily_scope where kind = 'company' and scope_id = ${tenantId} and company_id = ${tenantId} and business_date = ${day}::date
      and total > 0) as known`.execute(trx)
  if (rows[0]?.known) return
  await sql`select device_daily_month(${day}::date)`.execute(trx)
  await copyDevices(
    trx,
    tenantId,
    opening,
    sql`and d.create_time < (${day}::date + 1)::timestamp at time zone ${timeZone}`,
  )
}
