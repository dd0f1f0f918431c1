import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { keptTables } from './undo-close.ts'

/** No batch is undone after its business day. */
const keptHours = 24
/** Machines whose figures are kept for undos: so many times the fleet, and at least so many. About 130 bytes each. */
const keptFleets = 6
const leastMachines = 100_000
/** The last size of batches, a million machines and more; the first is below 10, the next below 100. */
const largestSize = 6
/** Of each size so many, however few machines they have: each keeps what its sites had said of their coverage. */
const keptOfSize = 1_000
/** What a batch of a day that is over keeps of each machine of the tenant, which rows that day had, beside what it keeps of those it tells of. */
const dayShare = 32

/**
 * Throws away what undoing older batches would need. What was kept stays until the day of the batch is over, of each size within a total of
 * machines and a number of batches, beyond which the oldest go: small transfers and feeds of a few lines drop no large batch, nor the other way
 * round. What reaches further than `companyIds`, as a batch of headquarters does, goes by age alone: it may be
 * the newest of another tenant. Call it when the batch has told how many machines it has.
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
