import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { keptTables } from './undo-close.ts'
import { inForce } from './undo-obstacle.ts'

/** So many batches of each site that are in force can be undone, the newest first: a bad file and its corrections of a day. */
const keptBatches = 10
/** No batch is undone after its business day. */
const keptHours = 24
/** Machines whose figures are kept for undos: so many times the fleet, and at least so many. About 130 bytes each. */
const keptFleets = 6
const leastMachines = 100_000

/**
 * Throws away what undoing older batches of the sites of a batch would need. A batch stays as long as it is one of the newest of any of its
 * sites, so that a busy site drops nobody else's undo; hours of the live door count apart; until its day is over, and within a size, beyond which the oldest go. What reaches
 * further than `companyIds`, as a batch of headquarters does, goes by age alone: it may be the newest of another tenant.
 * Call it when the batch has told its sites.
 */
export async function forgetBefore(trx: Transaction<Database>, batchId: number, companyIds: readonly number[], now: Date): Promise<void> {
  const companies = sql`${[...companyIds]}::int[]`
  const { rows } = await sql<{ id: number }>`
    with kept as (
      select distinct d.batch_id as id from import_before_day d where d.company_id = any(${companies})
      union select t.batch_id from transfer_kept t join import_batch b on b.id = t.batch_id where b.company_ids && ${companies}),
    standing as (
      select s.batch_id, row_number() over (partition by s.company_id, s.site_id, b.source = 'live' order by s.batch_id desc) as place
      from import_batch_site s
      join (select id, source from import_batch where id >= (select min(id) from kept) and (id = ${batchId} or (${inForce}))) b on b.id = s.batch_id
      where s.company_id = any(${companies}) and s.batch_id >= (select min(id) from kept)),
    newest as (select batch_id, min(place) as place from standing group by batch_id),
    sized as (
      select b.id, b.create_time, n.place, b.company_ids <@ ${companies} as own,
        sum(case when b.company_ids <@ ${companies} then coalesce(b.machines, 0) else 0 end) over (order by b.id desc) as machines
      from kept join import_batch b on b.id = kept.id left join newest n on n.batch_id = b.id),
    most as (select greatest(${leastMachines}::bigint, ${keptFleets} * coalesce(sum(devices), 0)) as machines from device_count where company_id = any(${companies}))
    select b.id from import_batch b join sized on sized.id = b.id, most
    where b.id <> ${batchId} and (sized.create_time < ${now}::timestamptz - ${keptHours} * interval '1 hour'
      or (sized.own and (sized.machines > most.machines or sized.place > ${keptBatches})))
    for no key update of b skip locked`.execute(trx)
  const outdated = rows.map(({ id }) => id)
  if (outdated.length === 0) return
  for (const table of keptTables) await sql`delete from ${sql.table(table)} where batch_id = any(${outdated}::int[])`.execute(trx)
}
