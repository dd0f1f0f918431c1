import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { lockForFeed } from '#server/features/devices/fleet-lock.ts'
import { type StateChange, writeStates } from '#server/features/devices/write-states.ts'
import type { DeviceState } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { UndoResult } from '#shared/feed-batches.ts'
import { type BeforeColumn, type BeforePart, beforeParts, beforeRows, createdIds } from './before-rows.ts'
import { byHash } from './by-hash.ts'
import type { FeedCaller, FeedParts } from './feed-call.ts'
import { restoreDayRows, restoreDays } from './undo-days.ts'
import { type UndoableBatch, undoObstacle } from './undo-obstacle.ts'

type Changed = { device_id: number; company_id: number; from_state: DeviceState; to_state: DeviceState; state_since: Date }

/** Gives the states back through the one writer of states, so that each leaves an event of its own. */
async function restoreStates(trx: Transaction<Database>, batchId: number, part: number, origin: { at: Date; userId: number | null }): Promise<StateChange[]> {
  const { rows } = await sql<Changed>`
    select d.id as device_id, d.company_id, d.state as from_state, b.state as to_state, b.state_since
    from ${beforeRows(batchId, part, ['device_id', 'written', 'state', 'state_since'])} join device d on d.id = b.device_id
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

/** What a measurement changes, and whose counters it leaves alone. */
const measured = ['hash_rate', 'last_report_at', 'row_version', 'update_time'] as const
const worker = ['active_worker_state'] as const
const moved = ['client_id', 'account_id', 'site_id', 'type', 'active_worker', 'state_since'] as const

/** Gives columns of the devices of a part back where a condition holds. @returns of how many devices */
async function restoreColumns(trx: Transaction<Database>, batchId: number, part: number, columns: readonly BeforeColumn[], where = sql``): Promise<number> {
  const values = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`b.${column}`)}`))
  const restored = await byHash(trx, () =>
    sql`update device d set ${values} from ${beforeRows(batchId, part, ['device_id', 'written', ...columns])}
      where b.written and d.id = b.device_id ${where}`.execute(trx),
  )
  return Number(restored.numAffectedRows ?? 0)
}

/**
 * Everything else of the devices, to the version and the moment of their last change. Of those that were only measured the few whose worker
 * changed come first: a statement that names no column that is counted leaves the counters alone (migration 0025).
 */
async function restoreDevices(trx: Transaction<Database>, batchId: number, { part, whole }: BeforePart): Promise<number> {
  if (whole) return restoreColumns(trx, batchId, part, [...moved, ...worker, ...measured])
  await restoreColumns(trx, batchId, part, worker, sql`and d.active_worker_state <> b.active_worker_state`)
  return restoreColumns(trx, batchId, part, measured)
}

/** Devices that came with the batch go with it, and so do their events; the audit log says that they were there. */
async function removeCreated(trx: Transaction<Database>, batchId: number): Promise<number> {
  const { rows } = await sql<{ ids: number[] | null }>`select array_agg(device_id) as ids from ${createdIds(batchId)} created`.execute(trx)
  const ids = rows[0]?.ids ?? []
  if (ids.length === 0) return 0
  await sql`delete from device_event where device_id = any(${ids}::int[])`.execute(trx)
  await sql`delete from device where id = any(${ids}::int[])`.execute(trx)
  return ids.length
}

async function restoreReturns(trx: Transaction<Database>, { id, createTime }: UndoableBatch): Promise<void> {
  await sql`
    update repair_daily r set back_online_at = null, update_time = b.update_time from import_before_return b
    where b.batch_id = ${id} and r.id = b.repair_id and r.update_time = ${createTime}::timestamptz and r.back_online_at is not null`.execute(trx)
}

function countTransitions(changes: readonly StateChange[]): UndoResult['transitions'] {
  const counts = new Map<string, UndoResult['transitions'][number]>()
  for (const { from, to } of changes) {
    const known = counts.get(`${from}>${to}`)
    if (known) known.count += 1
    else counts.set(`${from}>${to}`, { from, to, count: 1 })
  }
  return [...counts.values()].sort((left, right) => right.count - left.count)
}

async function giveBack(trx: Transaction<Database>, batch: UndoableBatch, origin: { at: Date; userId: number | null }): Promise<UndoResult> {
  const changes: StateChange[] = []
  let restored = 0
  for (const kept of await beforeParts(trx, batch.id)) {
    if (kept.whole) changes.push(...(await restoreStates(trx, batch.id, kept.part, origin)))
    const devices = await restoreDevices(trx, batch.id, kept)
    const days = await restoreDayRows(trx, batch, kept)
    // A feed of a day that is over has left the devices themselves alone.
    restored += batch.restated ? days : devices
  }
  await restoreReturns(trx, batch)
  await restoreDays(trx, batch)
  await sql`delete from feed_conflict where batch_id = ${batch.id}`.execute(trx)
  const removed = await removeCreated(trx, batch.id)
  for (const table of ['import_before', 'import_before_day', 'import_before_return'])
    await sql`delete from ${sql.table(table)} where batch_id = ${batch.id}`.execute(trx)
  await trx.updateTable('import_batch').set({ undone_at: origin.at, undone_by: origin.userId }).where('id', '=', batch.id).execute()
  return { batchId: batch.id, businessDate: batch.businessDate, removed, restored, transitions: countTransitions(changes) }
}

/**
 * Takes one applied batch back, whole or not at all: devices, their rows of the day, counters, coverage and conflicts are as they were
 * before it. Only the event log goes on, with an event of cause `undo` for each state that is given back.
 * @throws AppError NOT_FOUND outside the caller's reach; FEED_RUNNING; UNDO_REFUSED with the reason in words
 */
export function undoFeed(
  db: Kysely<Database>,
  parts: Pick<FeedParts, 'clock' | 'config'>,
  caller: FeedCaller,
  find: (trx: Transaction<Database>) => Promise<UndoableBatch>,
  onUndone: (trx: Transaction<Database>, result: UndoResult) => Promise<void> = async () => undefined,
): Promise<UndoResult> {
  return db.transaction().execute(async (trx) => {
    const seen = await find(trx)
    await lockForFeed(trx, seen.companyIds)
    const batch = await find(trx)
    if (batch.id !== seen.id) throw new AppError('FEED_RUNNING')
    const now = parts.clock()
    const obstacle = await undoObstacle(trx, batch, { now, timeZone: parts.config.timeZone, language: caller.language })
    if (obstacle) throw new AppError('UNDO_REFUSED', { sentence: obstacle.text })
    const result = await giveBack(trx, batch, { at: now, userId: caller.userId })
    await onUndone(trx, result)
    return result
  })
}
