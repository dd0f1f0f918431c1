import { sql, type Transaction } from 'kysely'
import { booleans, integers } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import type { Database } from '#server/db/tables.ts'
import { type BeforeKeeping, keepReturns, keepWhole } from '#server/features/feeds/keep-before.ts'
import type { PlannedRow } from '#server/features/feeds/plan-line.ts'
import { byHash } from '#server/features/feeds/planner-settings.ts'
import { isStateChanged } from '#server/features/feeds/write-devices.ts'

/** Return by how much the request increases the row version of a machine. */
const bumpsOf = (row: PlannedRow): number => Number(row.moved) + Number(isStateChanged(row))
const isWritten = (row: PlannedRow): boolean => row.moved || row.measured || isStateChanged(row)

/** Return the machines for which the batch already keeps the values from before it. */
async function keptIds(trx: Transaction<Database>, batchId: number): Promise<{ kept: Set<number>; parts: number }> {
  const { rows } = await sql<{ ids: string | null; parts: number }>`
    select (select array_agg(t.id)::text from import_before p cross join lateral unnest(p.device_ids, p.told) as t(id, told)
        where p.batch_id = ${batchId} and t.told is not false) as ids,
      (select coalesce(max(part) + 1, 0) from import_before where batch_id = ${batchId}) as parts`.execute(trx)
  return { kept: new Set(readList(rows[0]?.ids)), parts: rows[0]?.parts ?? 0 }
}

/** Mark machines that the batch already keeps as written, and add the increases of their row versions. */
async function raise(trx: Transaction<Database>, batchId: number, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = sql`${integers(rows.map(({ before }) => before.id))}::int[]`
  const update = sql`
    update import_before p set written = l.written, bumps = l.bumps from (
      select q.part, array_agg(t.written or coalesce(n.written, false) order by t.place) as written,
        array_agg((coalesce(t.bumps, 0) + coalesce(n.bumps, 0))::smallint order by t.place) as bumps
      from import_before q cross join lateral unnest(q.device_ids, q.written, q.bumps) with ordinality as t(id, written, bumps, place)
      left join unnest(${ids}, ${booleans(rows.map(isWritten))}::boolean[], ${integers(rows.map(bumpsOf))}::int[]) as n(id, written, bumps) on n.id = t.id
      where q.batch_id = ${batchId} and q.device_ids && ${ids} group by q.part) l
    where p.batch_id = ${batchId} and p.part = l.part`
  await byHash(trx, () => update.execute(trx))
}

/**
 * Keep the data for an undo: the values of each machine before its first report of the hour, and by how much the hour
 * has increased its row version. Call this before any of the rows is written.
 * @returns the machines that the batch did not keep before
 */
export async function keepLive(
  trx: Transaction<Database>,
  rows: readonly PlannedRow[],
  keeping: BeforeKeeping,
): Promise<Set<number>> {
  const { batchId } = keeping
  const { kept, parts } = await keptIds(trx, batchId)
  const fresh = rows.filter(({ before }) => !kept.has(before.id))
  await keepWhole(trx, fresh, keeping, { part: parts, written: fresh.map(isWritten), bumps: fresh.map(bumpsOf) })
  await raise(
    trx,
    batchId,
    rows.filter((row) => kept.has(row.before.id) && bumpsOf(row) > 0),
  )
  // For a machine in custody, the first report of an hour may write nothing and a later one may.
  await markWritten(
    trx,
    batchId,
    rows.filter((row) => kept.has(row.before.id) && bumpsOf(row) === 0 && isWritten(row)),
  )
  await keepReturns(trx, rows, keeping)
  return new Set(fresh.map(({ before }) => before.id))
}

/** Mark as written only the machines that the batch has not yet written. */
async function markWritten(trx: Transaction<Database>, batchId: number, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return
  const { rows: found } = await sql<{ ids: string | null }>`
    select array_agg(t.id)::text as ids from import_before p cross join lateral unnest(p.device_ids, p.written, p.told) as t(id, written, told)
    where p.batch_id = ${batchId} and t.told is not false and not t.written`.execute(trx)
  const unwritten = new Set(readList(found[0]?.ids))
  await raise(
    trx,
    batchId,
    rows.filter(({ before }) => unwritten.has(before.id)),
  )
}
