import { type Kysely, sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { onTheirNodes, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { reviewUndo } from '#server/features/alerts/review-feed.ts'
import { changedSincePreview } from '#server/features/devices/changed-since.ts'
import { lockForFeed } from '#server/features/devices/fleet-lock.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { type StateChange, writeStates } from '#server/features/devices/write-states.ts'
import { refuseArchived } from '#server/features/history/archived-months.ts'
import { forgetHours, forgetLive } from '#server/features/live/forget-hours.ts'
import { giveTransferBack, refuseIssued } from '#server/features/transfers/give-back.ts'
import { planTransferUndo } from '#server/features/transfers/plan-undo.ts'
import { isAsPreviewed, previewedAt, previewVersion } from '#server/services/preview-version.ts'
import { businessDay } from '#shared/dates.ts'
import type { DeviceState } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { UndoResult } from '#shared/feed-batches.ts'
import type { Language } from '#shared/i18n/index.ts'
import { type BeforeColumn, beforeRows } from './before-rows.ts'
import { byHash } from './by-hash.ts'
import type { FeedCaller, FeedParts } from './feed-call.ts'
import { restoreFacts } from './told-facts.ts'
import { closeUndone } from './undo-close.ts'
import { restoreAddedRows, restoreDayRows, restoreDays, undoneDays } from './undo-days.ts'
import { type UndoableBatch, undoObstacle } from './undo-obstacle.ts'
import { tellOwnersBack } from './undo-owners.ts'
import { type Nodes, type PlannedPart, planUndo, type UndoPlan } from './undo-plan.ts'
import { nothingGoesBack, undoResult } from './undo-result.ts'

type Changed = {
  device_id: number
  company_id: number
  from_state: DeviceState
  to_state: DeviceState
  state_since: Date
}
type Origin = { at: Date; userId: number | null }
/** The devices of a part that go back; null = all that it holds. */
type Only = readonly number[] | null
type Part = { part: number; only: Only; nodes: Nodes }

/** Gives the states back through the one writer of states, so that each leaves an event of its own. */
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

/** What a measurement changes, and whose counters it leaves alone. */
const measured = ['hash_rate', 'last_report_at', 'row_version', 'update_time'] as const
const worker = ['active_worker_state'] as const
const moved = ['client_id', 'account_id', 'site_id', 'type', 'active_worker', 'state_since'] as const

/** Gives columns of devices of a part back where a condition holds. */
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
 * Everything else of the devices, to the version and the moment of their last change. Of those that were only measured the few whose worker
 * changed come first: a statement that names no column that is counted leaves the counters alone (migration 0025).
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

/** Devices that came with the batch go with it, and so do their events; the audit log says that they were there. */
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

async function giveBack(
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
      await tellOwnersBack(trx, batch, { part: part.part, only, nodes }, origin)
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

/** What a person confirms of an undo: the machines that go back, and those of them that are removed. */
const decidedOf = ({ parts, created }: UndoPlan): string[] =>
  [parts.flatMap(({ back }) => back), created].map((ids) => [...ids].sort((one, other) => one - other).join(','))

/** @returns the refusal of an undo that is not what its preview showed any more */
function undoChanged(
  trx: Transaction<Database>,
  plan: UndoPlan,
  previewed: string,
  reader: { language: Language; timeZone: string },
): Promise<AppError> {
  const since = previewedAt(previewed)
  const ids = [...plan.parts.flatMap(({ back }) => back), ...plan.created, ...[...plan.kept.values()].flat()]
  const batchIds = plan.later.filter(({ createTime }) => createTime > since).map(({ id }) => id)
  return changedSincePreview(trx, previewed, { nodes: plan.nodes, ids, batchIds }, reader)
}

export type UndoRun = {
  /** Only what would happen: nothing is written. */
  dryRun?: boolean
  /** What the caller sees, where it is more than the territory of this undo: newer batches beyond it are not named. */
  visible?: Territory
  /** Of the preview that is confirmed: the undo is refused when it has come to something else since. */
  previewed?: string | undefined
  onUndone?: (trx: Transaction<Database>, result: UndoResult) => Promise<void>
}

/**
 * Takes an applied batch back machine by machine, in one transaction: those that stand as it left them are as they were before it, with
 * their rows of the day, counters, coverage and conflicts; the others stay, and are listed with what to do. Only the event log goes on, with
 * an event of cause `undo` for each state that is given back. Only machines of the caller's territory go back.
 * @throws AppError NOT_FOUND outside the caller's reach; FEED_RUNNING; EDITED_BY_OTHERS; UNDO_REFUSED with the reason in words, also when no machine can go back
 */
export function undoFeed(
  db: Kysely<Database>,
  parts: Pick<FeedParts, 'clock' | 'config'>,
  caller: FeedCaller,
  find: (trx: Transaction<Database>) => Promise<UndoableBatch>,
  { dryRun = false, visible = caller.territory, previewed, onUndone }: UndoRun = {},
): Promise<UndoResult> {
  const { timeZone } = parts.config
  const { language, territory, userId } = caller
  const begun = dryRun
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    : db.transaction()
  return begun.execute(async (trx) => {
    const at = parts.clock()
    const seen = await find(trx)
    const companyIds = seen.companyIds.filter((id) => territory.everything || territory.companyIds.includes(id))
    if (!dryRun) {
      // A batch of several nodes ends by a row that rows of all of them point at: Citus wants one connection to each node for that.
      if (territory.spread) await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(trx)
      await lockForFeed(trx, seen.transfer ? seen.companyIds : companyIds)
      // Two bases may take their parts of one batch back at the same time.
      await sql`select id from import_batch where id = ${seen.id} for update`.execute(trx)
    }
    const batch = await find(trx)
    if (batch.id !== seen.id) throw new AppError('FEED_RUNNING')
    const now = parts.clock()
    const obstacle = await undoObstacle(trx, batch, { now, timeZone, language })
    if (obstacle) throw new AppError('UNDO_REFUSED', { sentence: obstacle.text })
    const today = businessDay(now, timeZone)
    for (const day of batch.transfer ? [batch.businessDate, today] : [batch.businessDate])
      await refuseArchived(trx, day, { rehearsal: dryRun })
    const { transfer: target } = batch
    const given = target ? { target, plan: await planTransferUndo(trx, batch, target, territory, visible) } : null
    const plan = given?.plan ?? (await planUndo(trx, batch, territory, visible))
    if (given) await refuseIssued(trx, given.plan, given.target, language)
    const rehearsed = await undoResult(trx, batch, plan, territory, { language, timeZone })
    if (dryRun) return { ...rehearsed, previewVersion: previewVersion(at, decidedOf(plan)) }
    if (previewed && !isAsPreviewed(previewed, decidedOf(plan)))
      throw await undoChanged(trx, plan, previewed, { language, timeZone })
    if (rehearsed.undone === 0 && rehearsed.kept > 0) throw nothingGoesBack(rehearsed, language)
    const origin = { at: now, userId }
    if (given) {
      await giveTransferBack(trx, batch, given.plan, { target: given.target, today }, origin)
      await closeUndone(trx, batch, plan, [...given.plan.back], origin)
    }
    const changes = given ? [] : await giveBack(trx, batch, plan, companyIds, origin, timeZone)
    const result = { ...rehearsed, dryRun: false, transitions: countChanges(changes) }
    await reviewUndo(trx, { batchId: batch.id, companyIds, now, timeZone })
    await onUndone?.(trx, result)
    return result
  })
}

function countChanges(changes: readonly StateChange[]): UndoResult['transitions'] {
  const counts = new Map<string, UndoResult['transitions'][number]>()
  for (const { from, to } of changes) {
    const known = counts.get(`${from}>${to}`)
    if (known) known.count += 1
    else counts.set(`${from}>${to}`, { from, to, count: 1 })
  }
  return [...counts.values()].sort((left, right) => right.count - left.count)
}
