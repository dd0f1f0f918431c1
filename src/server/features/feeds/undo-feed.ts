import { type Kysely, sql, type Transaction } from 'kysely'
import type { Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { reviewUndo } from '#server/features/alerts/review-feed.ts'
import { changedSincePreview } from '#server/features/devices/changed-since.ts'
import { lockForFeed } from '#server/features/devices/fleet-lock.ts'
import type { StateChange } from '#server/features/devices/write-states.ts'
import { refuseArchived } from '#server/features/history/archived-months.ts'
import { giveTransferBack, refuseIssued } from '#server/features/transfers/give-back.ts'
import { planTransferUndo } from '#server/features/transfers/plan-undo.ts'
import { isAsPreviewed, previewedAt, previewVersion } from '#server/services/preview-version.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { UndoResult } from '#shared/feed-batches.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { FeedCaller, FeedParts } from './feed-call.ts'
import { changesBack } from './undo-back.ts'
import { closeUndone } from './undo-close.ts'
import { giveBack } from './undo-devices.ts'
import { type UndoableBatch, undoObstacle } from './undo-obstacle.ts'
import { planUndo, type UndoPlan } from './undo-plan.ts'
import { nothingGoesBack, undoResult } from './undo-result.ts'

/** Return what a user confirms in an undo: the machines to restore, and those of them to remove. */
const decidedOf = ({ parts, created }: UndoPlan): string[] =>
  [parts.flatMap(({ back }) => back), created].map((ids) => [...ids].sort((one, other) => one - other).join(','))

/** @returns the refusal of an undo whose plan no longer matches its preview */
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
  /** Report the result and write nothing. */
  dryRun?: boolean
  /**
   * All that the caller sees, if it is more than the territory of this undo. Newer batches outside it are not named.
   */
  visible?: Territory
  /** The version of the confirmed preview: the undo is refused if its plan has changed since. */
  previewed?: string | undefined
  onUndone?: (trx: Transaction<Database>, result: UndoResult) => Promise<void>
}

/**
 * Undo an applied batch machine by machine, in one transaction. A machine that has not changed since the batch gets its
 * earlier values back, including its daily row, counters, coverage and conflicts. The others keep their values and are
 * listed with what to do. The event log keeps its events and gets one of cause `undo` for each restored state. Only
 * machines of the caller's territory are restored.
 * @throws AppError NOT_FOUND outside the caller's reach; FEED_RUNNING; EDITED_BY_OTHERS; UNDO_REFUSED with the reason
 * in words, also when no machine can be restored
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
      // Rows of several nodes refer to the batch's row. To change it, Citus needs a single connection to each node.
      if (territory.spread) await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(trx)
      await lockForFeed(trx, seen.transfer ? seen.companyIds : companyIds)
      // Two bases may undo their parts of one batch at the same time.
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
    const rehearsed = await undoResult(
      trx,
      batch,
      plan,
      territory,
      { language, timeZone },
      given?.plan.back ?? new Set(),
    )
    if (dryRun) {
      const transitions = given ? [] : await changesBack(trx, batch, plan)
      return { ...rehearsed, transitions, previewVersion: previewVersion(at, decidedOf(plan)) }
    }
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
