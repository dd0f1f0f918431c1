import { type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { onTheirNodes } from '#server/db/device-set.ts'
import type { Db } from '#server/db/tables.ts'
import type { DeviceState } from '#shared/devices.ts'
import { type BackMachine, maxListedBack, type UndoResult } from '#shared/feed-batches.ts'
import { beforeRows } from './before-rows.ts'
import type { UndoableBatch } from './undo-obstacle.ts'
import type { PlannedPart, UndoPlan } from './undo-plan.ts'

/** Maximum number of machines of a part that are searched for state changes to list. */
const mostLooked = 20_000

type Row = { device_id: number; serial: string; from_state: DeviceState; to_state: DeviceState | null }

/**
 * Select the state changes that an undo makes in a part. Only `whole` parts restore the state; the others restore
 * measurements.
 */
function statesOf(
  { id, restated }: UndoableBatch,
  { part, whole, back }: PlannedPart,
  { nodes }: UndoPlan,
): RawBuilder<Row> {
  const only = back.slice(0, mostLooked)
  const before = whole && !restated ? sql`b.state` : sql`d.state`
  return sql<Row>`select d.id as device_id, d.serial, d.state as from_state, ${before} as to_state
    from ${beforeRows(id, part, whole ? ['device_id', 'state'] : ['device_id'], only)} join device d on d.id = b.device_id${onTheirNodes('d.company_id', nodes)}
    order by ${before} <> d.state desc, d.serial limit ${maxListedBack}`
}

/** Count the state changes that an undo makes, before they are written; the most frequent first. */
export async function changesBack(
  db: Db,
  { id, restated }: UndoableBatch,
  plan: UndoPlan,
): Promise<UndoResult['transitions']> {
  const counts = new Map<string, UndoResult['transitions'][number]>()
  for (const { part, whole, all, back } of plan.parts) {
    if (!whole || restated || back.length === 0) continue
    const { rows } = await sql<UndoResult['transitions'][number]>`
      select d.state as "from", b.state as "to", count(*)::int as count
      from ${beforeRows(id, part, ['device_id', 'state'], all ? null : back)} join device d on d.id = b.device_id${onTheirNodes('d.company_id', plan.nodes)}
      where b.state <> d.state group by d.state, b.state`.execute(db)
    for (const { from, to, count } of rows) {
      const key = `${from}>${to}`
      counts.set(key, { from, to, count: count + (counts.get(key)?.count ?? 0) })
    }
  }
  return [...counts.values()].sort((left, right) => right.count - left.count)
}

/**
 * List the machines that the undo restores: removed ones first, then those that change their state, then the others.
 * `given`: the machines that an undone transfer gives back, of which some only had an owner on former days.
 */
export async function machinesBack(
  db: Db,
  batch: UndoableBatch,
  plan: UndoPlan,
  given: ReadonlySet<number>,
): Promise<BackMachine[]> {
  const removed = plan.created.slice(0, maxListedBack)
  const inParts = new Set(plan.parts.flatMap(({ back }) => back))
  const ownedOnly = [...given].filter((id) => !inParts.has(id))
  const queries = [
    ...(removed.length === 0
      ? []
      : [
          sql<Row>`select id as device_id, serial, state as from_state, null::device_state as to_state from device
            where id = any(${integers(removed)}::int[])${onTheirNodes('company_id', plan.nodes)} order by serial`,
        ]),
    ...plan.parts
      .filter(({ back }) => back.length > 0)
      .sort((left, right) => Number(right.whole) - Number(left.whole))
      .map((part) => statesOf(batch, part, plan)),
    ...(ownedOnly.length === 0
      ? []
      : [
          sql<Row>`select id as device_id, serial, state as from_state, state as to_state from device
            where id = any(${integers(ownedOnly)}::int[])${onTheirNodes('company_id', plan.nodes)} order by serial limit ${maxListedBack}`,
        ]),
  ]
  const listed: BackMachine[] = []
  for (const query of queries) {
    if (listed.length >= maxListedBack) break
    const { rows } = await query.execute(db)
    for (const row of rows)
      listed.push({ deviceId: row.device_id, serial: row.serial, from: row.from_state, to: row.to_state })
  }
  const rank = ({ from, to }: BackMachine) => (to === null ? 0 : from === to ? 2 : 1)
  return listed.sort((left, right) => rank(left) - rank(right)).slice(0, maxListedBack)
}
