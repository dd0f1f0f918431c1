import { type RawBuilder, sql, type Transaction } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import type { Database } from '#server/db/tables.ts'
import { byMachineType } from '#server/features/devices/hash-rules.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import type { HashRules } from '#shared/machine-types.ts'

/** The rows that one statement copies on the embedded engine, so that none takes longer than 100 ms. */
const chunkRows = 5_000

/** Return SQL for the hash rate target (TH/s) of the type in `column`. */
export const hashTarget = (column: string, { targets }: HashRules): RawBuilder<number> =>
  byMachineType(column, targets, 'real')

/**
 * Tell whether every device of the tenant that is not scrapped has a row of `day`. Reads the counters, not the rows.
 */
export async function isOpen(trx: Transaction<Database>, tenantId: number, day: Day): Promise<boolean> {
  const answer = await sql<{ open: boolean }>`
    select coalesce((select total - scrap from daily_scope
        where kind = 'company' and scope_id = ${tenantId} and company_id = ${tenantId} and business_date = ${day}::date), 0)
      = coalesce((select sum(devices) from device_count where company_id = ${tenantId} and state <> 'scrap'), 0) as open`.execute(
    trx,
  )
  return answer.rows[0]?.open ?? false
}

/** Tell whether all of these tenants have all their rows of `day`. */
export async function areOpen(trx: Transaction<Database>, tenantIds: readonly number[], day: Day): Promise<boolean> {
  for (const tenantId of tenantIds) if (!(await isOpen(trx, tenantId, day))) return false
  return true
}

/** Return the insert of rows for the devices `d` on a day before any report. */
const unreported = (day: Day, rules: HashRules) => sql`
  insert into device_daily
    (business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported, hash_avg, hash_target, compliant)
  select ${day}::date, d.id, d.company_id, coalesce(d.client_id, 0), coalesce(d.account_id, 0), coalesce(d.site_id, 0), d.type, d.state, null,
    d.last_report_at is not null, null, ${hashTarget('d.type', rules)}, false`
/**
 * `on conflict` decides by the primary key which rows exist. A plan with a join, made while the partition was empty,
 * would scan the partition for each device.
 */
const ifMissing = sql`on conflict (company_id, business_date, device_id) do nothing`

/** Tell whether the tenant has no row of `day`, as when a day begins. */
async function hasNoRow(trx: Transaction<Database>, tenantId: number, day: Day): Promise<boolean> {
  const { rows } = await sql<{ none: boolean }>`
    select not exists (select 1 from device_daily where company_id = ${tenantId} and business_date = ${day}::date) as none`.execute(
    trx,
  )
  return rows[0]?.none ?? false
}

/**
 * Insert the rows of `day`, with `reported` null, for the devices of the tenant that are not scrapped and have none. A
 * server does it in one statement, so that each roll-up row is written once. `isLocked`: the caller has locked the day of
 * the tenant, so that nobody else adds rows.
 */
async function copyDevices(
  trx: Transaction<Database>,
  tenantId: number,
  { day, rules, embedded }: Opening,
  { condition = sql``, isLocked }: { condition?: RawBuilder<unknown>; isLocked: boolean },
): Promise<void> {
  // Looking for the row of each device costs as much as its insert.
  const unless = isLocked && (await hasNoRow(trx, tenantId, day)) ? sql`` : ifMissing
  const order = sql`order by d.client_id, d.account_id, d.id`
  if (!embedded) {
    await sql`${unreported(day, rules)} from device d where d.company_id = ${tenantId} and d.state <> 'scrap' ${condition} ${order} ${unless}`.execute(
      trx,
    )
    return
  }
  let after = 0
  for (;;) {
    const copied = await sql<{ last: number | null }>`
      with next as (
        select id from device where company_id = ${tenantId} and id > ${after} order by id limit ${chunkRows}),
      copied as (${unreported(day, rules)} from next join device d using (id) where d.state <> 'scrap' ${condition} ${order} ${unless})
      select max(id) as last from next`.execute(trx)
    const last = copied.rows[0]?.last
    if (last === null || last === undefined) return
    after = last
  }
}

/** Return the partition of device_daily for a day; `device_daily_month()` creates it. */
export const dailyTable = (day: Day): string => `device_daily_${day.slice(0, 4)}_${day.slice(5, 7)}`

/** Return the partitions of all days from `first` to `last`. */
export const dailyTables = (first: Day, last: Day): string[] => [...new Set(daysBetween(first, last).map(dailyTable))]

/**
 * Lock these tenants, before adding rows to a day that may not be open, until the transaction ends. All locks are taken
 * before the first row is written: a transaction that had already locked the roll-up row of all tenants and then waited
 * for one of these locks could deadlock.
 */
export async function lockOpening(trx: Transaction<Database>, tenantIds: readonly number[]): Promise<void> {
  for (const tenantId of [...new Set(tenantIds)].sort((left, right) => left - right))
    await sql`select ${lock('day', tenantId)}`.execute(trx)
}

/** `embedded`: the engine has one connection, so that days are opened in chunks. */
export type Opening = { day: Day; rules: HashRules; embedded: boolean }

/**
 * Insert the row of `day` for every device of the tenants that is not scrapped, with its present state and owners and
 * `reported` null, and the coverage "missing" for every site with machines. Existing rows stay as they are. Call it
 * before the first change of a day: a device that is scrapped afterwards keeps its row of that day.
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
    await copyDevices(trx, tenantId, opening, { isLocked: true })
    await sql`
      insert into import_coverage(business_date, site_id, company_id, expected, reported, status)
      select ${day}::date, site_id, company_id, count(*), 0, 'missing' from device
      where company_id = ${tenantId} and site_id is not null and state <= 'offline' and last_report_at is not null
      group by site_id, company_id order by site_id
      on conflict (company_id, business_date, site_id) do nothing`.execute(trx)
  }
}

/**
 * Insert the rows of a past day that has none: one for every device that existed at its end and is not scrapped now. A
 * day with rows stays as it is, and devices without a row stay unknown.
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
  await copyDevices(trx, tenantId, opening, {
    condition: sql`and d.create_time < (${day}::date + 1)::timestamp at time zone ${timeZone}`,
    isLocked: false,
  })
}
