import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { UndoableBatch } from './undo-obstacle.ts'
import type { UndoPlan } from './undo-plan.ts'

/** Tables with the undo data of batches. All rows of a batch are deleted together. */
export const keptTables = [
  'import_before',
  'import_before_day',
  'import_before_return',
  'import_before_facts',
  'transfer_before',
  'transfer_kept',
]

/** Mark the restored devices in the kept parts as not named, so that the rest can be undone later. */
async function forget(trx: Transaction<Database>, batchId: number, { parts }: UndoPlan): Promise<void> {
  for (const { part, back, all } of parts) {
    if (all) await sql`delete from import_before where batch_id = ${batchId} and part = ${part}`.execute(trx)
    else if (back.length > 0) {
      await sql`
        update import_before p set told = (
          select array_agg(t.told is not false and g.id is null order by t.place)
          from unnest(p.device_ids, p.told) with ordinality as t(id, told, place) left join unnest(${integers(back)}::int[]) as g(id) on g.id = t.id)
        where p.batch_id = ${batchId} and p.part = ${part}`.execute(trx)
    }
  }
}

/**
 * Store how many machines of the batch were restored, and by whom. When none is left, the batch is undone and its undo
 * data is deleted.
 */
export async function closeUndone(
  trx: Transaction<Database>,
  { id, companyIds }: UndoableBatch,
  plan: UndoPlan,
  back: readonly number[] | null,
  { at, userId }: { at: Date; userId: number | null },
): Promise<void> {
  const { sites, remaining } = plan
  const undone = sites.reduce((sum, { count }) => sum + count, 0)
  const left = [...remaining.values()].reduce((sum, count) => sum + count, 0)
  if (left === 0) {
    for (const table of keptTables) await sql`delete from ${sql.table(table)} where batch_id = ${id}`.execute(trx)
  } else {
    await forget(trx, id, plan)
    await sql`delete from import_before_return b using repair_daily r
      where b.batch_id = ${id} and r.id = b.repair_id${onTheirNodes('r.company_id', plan.nodes)} and r.device_id = any(${integers(back ?? [])}::int[])`.execute(
      trx,
    )
  }
  await sql`
    update import_batch set machines = coalesce(machines, machines_undone + ${undone}::int + ${left}::int), machines_undone = machines_undone + ${undone}::int,
      undo_time = ${at}::timestamptz, undone_by = ${userId}::int, undone_at = ${left === 0 ? at : null}::timestamptz where id = ${id}`.execute(
    trx,
  )
  for (const { companyId, siteId, count } of sites) {
    await sql`update import_batch_site set machines_undone = machines_undone + ${count}::int
      where batch_id = ${id} and company_id = ${companyId} and site_id = ${siteId} and company_id = any(${companyIds}::int[])`.execute(
      trx,
    )
  }
}
