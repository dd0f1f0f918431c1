import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { keptTables } from './undo-close.ts'

/** A batch cannot be undone after its business day. */
const keptHours = 24
/**
 * Limits for the machines whose values are kept for undos: a multiple of the fleet, and a minimum. One machine takes
 * about 130 bytes.
 */
const keptFleets = 6
const leastMachines = 100_000
/**
 * The last size class of batches: a million machines and more. The first class is below 10 machines, the next below
 * 100.
 */
const largestSize = 6
/**
 * Maximum number of batches in each size class, however few machines they have: each also keeps the coverage of its
 * sites.
 */
const keptOfSize = 1_000
/**
 * A batch of a past day also keeps which daily rows existed. For each machine of the tenant, this takes 1/32 of the
 * space of a kept machine.
 */
const dayShare = 32

/**
 * Delete the undo data of older batches. Undo data stays until the batch's day is over, within a limit of machines and
 * of batches for each size class; beyond a limit the oldest batches lose it. Size classes keep small transfers and
 * feeds from displacing a large batch, and the reverse. A batch that reaches further than `companyIds`, for instance of
 * headquarters, is deleted only by age: it may be the newest batch of another tenant. Call this after the batch has
 * stored its number of machines.
 */
export async function forgetBefore(
  trx: Transaction<Database>,
  batchId: number,
  companyIds: readonly number[],
  now: Date,
): Promise<void> {
  const companies = sql`${[...companyIds]}::int[]`
  const { rows } = await sql<{ id: number }>`
    with kept as (
      select distinct d.batch_id as id from import_before_day d where d.company_id = any(${companies})
      union select t.batch_id from transfer_kept t join import_batch b on b.id = t.batch_id where b.company_ids && ${companies}),
    most as (select coalesce(sum(devices), 0)::bigint as devices from device_count where company_id = any(${companies})),
    weighed as (
      select b.id, b.create_time, b.company_ids <@ ${companies} as own,
        case when b.company_ids <@ ${companies} then coalesce(b.machines, 0) + case when b.restated then most.devices / ${sql.lit(dayShare)} else 0 end else 0 end as machines
      from kept join import_batch b on b.id = kept.id, most),
    sized as (
      select *, least(${largestSize}::int, length(machines::text) - 1) as size from weighed),
    placed as (
      select id, create_time, own, sum(machines) over newer as machines, count(*) over newer as place from sized
      window newer as (partition by own, size order by id desc))
    select b.id from import_batch b join placed on placed.id = b.id, most
    where b.id <> ${batchId} and (placed.create_time < ${now}::timestamptz - ${keptHours} * interval '1 hour'
      or (placed.own and (placed.machines > greatest(${leastMachines}::bigint, ${keptFleets} * most.devices) or placed.place > ${keptOfSize})))
    for no key update of b skip locked`.execute(trx)
  const outdated = rows.map(({ id }) => id)
  if (outdated.length === 0) return
  for (const table of keptTables)
    await sql`delete from ${sql.table(table)} where batch_id = any(${outdated}::int[])`.execute(trx)
}
