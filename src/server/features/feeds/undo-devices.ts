import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { type StateChange, writeStates } from '#server/features/devices/write-states.ts'
import { forgetHours, forgetLive } from '#server/features/live/forget-hours.ts'
import type { DeviceState } from '#shared/devices.ts'
import { type BeforeColumn, beforeRows } from './before-rows.ts'
import { restoreFacts } from './given-facts.ts'
import { byHash } from './planner-settings.ts'
import { closeUndone } from './undo-close.ts'
import { restoreAddedRows, restoreDayRows, restoreDays, undoneDays } from './undo-days.ts'
import type { UndoableBatch } from './undo-obstacle.ts'
import { writeOwnersBack } from './undo-owners.ts'
import type { Nodes, PlannedPart, UndoPlan } from './undo-plan.ts'

type Changed = {
  device_id: number
  company_id: number
  from_state: DeviceState
  to_state: DeviceState
  state_since: Date
}
type Origin = { at: Date; userId: number | null }
/** The devices of a part to restore; null = all of them. */
type Only = readonly number[] | null
type Part = { part: number; only: Only; nodes: Nodes }

/** Restore states with `writeStates`, the only writer of states, so that each change gets its own event. */
async function restoreStates(
  trx: Transaction<Database>,
  batchId: number,
  { part, only, nodes }: Part,
  origin: Origin,
): Promise<StateChange[]> {
  const { rows } = await sql<Changed>`
    select d.id as device_id, d.company_id, d.state as from_state, b.state as to_state, b.state_since
    from ${beforeRows(batchId, part, ['device_id', 'written', 'state', 'state_since'], only)} join device d on d.id = b.device_id${onTheirNodes('d.company_id', nodes)}
    where b.written and d.state <> b.state order by d.id`.execute(trx)
  const changes = rows.map(
    ({ device_id, company_id, from_state, to_state, state_since }): StateChange => ({
      deviceId: device_id,
      companyId: company_id,
      from: from_state,
      to: to_state,
      cause: 'undo',
      since: state_since,
    }),
  )
  await writeStates(trx, changes, { ...origin, batchId })
  return changes
}

/** Columns that a measurement changes. None of them is counted. */
const measured = ['hash_rate', 'last_report_at', 'row_version', 'update_time'] as const
const worker = ['active_worker_state'] as const
const moved = ['client_id', 'account_id', 'site_id', 'type', 'active_worker', 'state_since'] as const

/** Restore columns of the devices of a part, where a condition holds. */
async function restoreColumns(
  trx: Transaction<Database>,
  batchId: number,
  { part, only, nodes }: Part,
  columns: readonly BeforeColumn[],
  where = sql``,
): Promise<void> {
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`b.${column}`)}`))
  await byHash(trx, () =>
    sql`update device d set ${values} from ${beforeRows(batchId, part, ['device_id', 'written', ...columns], only)}
      where b.written and d.id = b.device_id${onTheirNodes('d.company_id', nodes)} ${where}`.execute(trx),
  )
}

/**
 * Restore all other columns of the devices, including the row version and the time of the last change. In a part that
 * was only measured, the few devices with a changed worker state come first: a statement that names no counted column
 * leaves the counters alone (migration 0025).
 */
async function restoreDevices(
  trx: Transaction<Database>,
  batchId: number,
  planned: PlannedPart,
  only: Only,
  nodes: Nodes,
): Promise<void> {
  const part = { part: planned.part, only, nodes }
  if (planned.whole) {
    await restoreColumns(trx, batchId, part, [...moved, ...worker, ...measured])
    await sql`select devices_moved(${nodes.companyIds}::int[], ${planned.back}::int[])`.execute(trx)
    return
  }
  await restoreColumns(trx, batchId, part, worker, sql`and d.active_worker_state <> b.active_worker_state`)
  await restoreColumns(trx, batchId, part, measured)
}

/** Delete the devices that the batch registered, with their events. The audit log still shows that they existed. */
async function removeCreated(trx: Transaction<Database>, ids: readonly number[], nodes: Nodes): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from device_facts where device_id = any(${integers(ids)}::int[])${onTheirNodes('company_id', nodes)}`.execute(
    trx,
  )
  await sql`delete from device_event where device_id = any(${integers(ids)}::int[])${onTheirNodes('company_id', nodes)}`.execute(
    trx,
  )
  await sql`delete from device where id = any(${integers(ids)}::int[])${onTheirNodes('company_id', nodes)}`.execute(trx)
}

async function restoreReturns(
  trx: Transaction<Database>,
  { id, createTime }: UndoableBatch,
  back: Only,
  nodes: Nodes,
): Promise<void> {
  await sql`
    update repair_daily r set back_online_at = null, update_time = b.update_time from import_before_return b
    where b.batch_id = ${id} and r.id = b.repair_id and r.update_time = ${createTime}::timestamptz and r.back_online_at is not null${onTheirNodes('r.company_id', nodes)}
      ${back === null ? sql`` : sql`and r.device_id = any(${integers(back)}::int[])`}`.execute(trx)
}

export async function giveBack(
  trx: Transaction<Database>,
  batch: UndoableBatch,
  plan: UndoPlan,
  companyIds: readonly number[],
  origin: Origin,
  timeZone: string,
): Promise<StateChange[]> {
  const changes: StateChange[] = []
  const days = await undoneDays(trx, batch, plan, companyIds, timeZone)
  const rules = await readHashRules(trx)
  const { nodes } = plan
  for (const part of plan.parts) {
    if (part.back.length === 0) continue
    const only = part.all ? null : part.back
    if (part.whole) {
      changes.push(...(await restoreStates(trx, batch.id, { part: part.part, only, nodes }, origin)))
      await writeOwnersBack(trx, batch, { part: part.part, only, nodes }, origin)
    }
    await restoreDevices(trx, batch.id, part, only, nodes)
    await restoreDayRows(trx, batch, part, only)
    await restoreAddedRows(trx, batch, part, only, days, rules, nodes)
  }
  const back = plan.remaining.size === 0 ? null : plan.parts.flatMap((part) => part.back)
  await restoreReturns(trx, batch, back, nodes)
  const given = plan.parts.flatMap((part) => part.back)
  await restoreFacts(trx, batch.id, given, companyIds)
  await forgetHours(trx, batch.id, given)
  await forgetLive(trx, companyIds, given)
  await restoreDays(trx, batch, plan, days)
  await sql`delete from feed_conflict where batch_id = ${batch.id}${onTheirNodes('company_id', nodes)} ${back === null ? sql`` : sql`and device_id = any(${integers(back)}::int[])`}`.execute(
    trx,
  )
  await removeCreated(trx, plan.created, nodes)
  await closeUndone(trx, batch, plan, back, origin)
  return changes
}
