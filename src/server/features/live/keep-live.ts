import { sql, type Transaction } from 'kysely'
import { booleans, integers } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import type { Database } from '#server/db/tables.ts'
import { byHash } from '#server/features/feeds/by-hash.ts'
import { type BeforeKeeping, keepReturns, keepWhole } from '#server/features/feeds/keep-before.ts'
import type { PlannedRow } from '#server/features/feeds/plan-line.ts'
import { isStateChanged } from '#server/features/feeds/write-devices.ts'

/** How often the request raises the version of a machine. */
const bumpsOf = (row: PlannedRow): number => Number(row.moved) + Number(isStateChanged(row))
const isWritten = (row: PlannedRow): boolean => row.moved || row.measured || isStateChanged(row)

/** The machines that a batch knows already as they were before it. */
async function keptIds(trx: Transaction<Database>, batchId: number): Promise<{ kept: Set<number>; parts: number }> {
  const { rows } = await sql<{ ids: string | null; parts: number }>`
    select (select array_agg(t.id)::text from import_before p cross join lateral unnest(p.device_ids, p.told) as t(id, told)
        where p.batch_id = ${batchId} and t.told is not false) as ids,
      (select coalesce(max(part) + 1, 0) from import_before where batch_id = ${batchId}) as parts`.execute(trx)
  return { kept: new Set(readList(rows[0]?.ids)), parts: rows[0]?.parts ?? 0 }
}

/** Of machines that the batch knows already: that they are written, and how much higher their versions are than before it. */
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
 * Keeps what an undo gives back: of each machine how it stood before the first report of the hour told of it, and of its version how often the
 * hour has raised it. Call it before anything of the rows is written.
 * @returns the machines that the batch had not told of before
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
  // Of a machine in custody the first line of an hour may write nothing, and a later one does.
  await markWritten(
    trx,
    batchId,
    rows.filter((row) => kept.has(row.before.id) && bumpsOf(row) === 0 && isWritten(row)),
  )
  await keepReturns(trx, rows, keeping)
  return new Set(fresh.map(({ before }) => before.id))
}

/** Raises only those of the machines that the batch has not written yet. */
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
