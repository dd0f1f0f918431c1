import { sql } from 'kysely'
import { isOneOf, onTheirNodes, type Territory } from '#server/db/device-set.ts'
import type { Db } from '#server/db/tables.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { type KeptMachine, type KeptReason, maxListedKept, type UndoResult } from '#shared/feed-batches.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { namedDevices } from './before-rows.ts'
import { machinesBack } from './undo-back.ts'
import type { UndoableBatch } from './undo-obstacle.ts'
import type { UndoPlan } from './undo-plan.ts'
import { countRestored } from './undo-restored.ts'

type Found = {
  id: number
  serial: string
  at: Date | null
  by: string | null
  named_by: number | null
  feed_by: number | null
}
export type Reader = { language: Language; timeZone: string }

/** Choose the machines to list among those that are not restored, the rarest reasons first. */
function listed(kept: UndoPlan['kept']): Map<number, KeptReason> {
  const chosen = new Map<number, KeptReason>()
  for (const [why, ids] of [...kept].sort(([, left], [, right]) => left.length - right.length))
    for (const id of ids) if (chosen.size < maxListedKept) chosen.set(id, why)
  return chosen
}

/**
 * Find the changes of machines since the batch: the last event that is not of a feed, its user, and the newest batch
 * that named the machine.
 */
async function whatHappened(
  db: Db,
  { createTime }: UndoableBatch,
  { later, nodes }: UndoPlan,
  ids: readonly number[],
): Promise<Found[]> {
  const keptIds = later.filter(({ kept }) => kept).map(({ id }) => id)
  const { rows } = await sql<Found>`
    select d.id, d.serial, e.at, e.by, n.batch_id as named_by, (select max(b.id) from unnest(${later.map(({ id }) => id)}::int[],
        ${later.map((batch) => batch.createTime)}::timestamptz[]) b(id, at) where b.at = d.update_time) as feed_by
    from device d
    left join ${namedDevices(keptIds)} n on n.device_id = d.id
    left join lateral (select v.at, u.name as by from device_event v left join app_user u on u.id = v.user_id
      where v.company_id = d.company_id${onTheirNodes('v.company_id', nodes)} and v.device_id = d.id and v.at > ${createTime}::timestamptz and v.cause not in ('feed', 'undo', 'registered') order by v.id desc limit 1) e on true
    where d.id = any(${[...ids]}::int[])${onTheirNodes('d.company_id', nodes)} order by d.serial`.execute(db)
  return rows
}

/** Return the number of machines within reach that were already restored. */
async function undoneBefore(
  db: Db,
  { id }: UndoableBatch,
  { everything, companyIds, siteIds }: Territory,
): Promise<number> {
  const { rows } = await sql<{ undone: number }>`
    select coalesce(sum(machines_undone), 0)::int as undone from import_batch_site where batch_id = ${id}
      and (${everything} or company_id = any(${[...companyIds]}::int[])) and ${siteIds === null ? sql`true` : isOneOf('site_id', siteIds)}`.execute(
    db,
  )
  return rows[0]?.undone ?? 0
}

/**
 * Return what to do about a machine that is not restored. A transfer changes only owners, which a feed cannot restore.
 */
const remedyOf = (remedy: KeptReason | 'laterForgotten' | 'laterUnseen', { transfer }: UndoableBatch): Word =>
  transfer !== null && (remedy === 'laterForgotten' || remedy === 'changed')
    ? `batch.whatToDo.${remedy}Transfer`
    : `batch.whatToDo.${remedy}`

/** Describe the change of each machine that is not restored, and what to do about it. */
function explain(
  batch: UndoableBatch,
  plan: UndoPlan,
  why: ReadonlyMap<number, KeptReason>,
  { language, timeZone }: Reader,
): (found: Found) => KeptMachine {
  const undoable = new Set(plan.later.filter(({ kept }) => kept).map(({ id }) => id))
  const transfers = new Set(plan.later.filter(({ isTransfer }) => isTransfer).map(({ id }) => id))
  const unseen = new Set(plan.later.filter(({ seen }) => !seen).map(({ id }) => id))
  return ({ id, serial, at, by, named_by, feed_by }) => {
    const reason = why.get(id) ?? 'changed'
    const newer = reason === 'laterBatch' ? (plan.laterOf?.get(id) ?? named_by ?? feed_by) : null
    const isUnseen = newer !== null && unseen.has(newer)
    const batchId = isUnseen ? null : newer
    const since =
      at === null || reason === 'laterBatch' ? '' : [businessTime(at, timeZone), by].filter(Boolean).join(' · ')
    const happened = word(
      language,
      `batch.kept.${isUnseen ? 'laterUnseen' : transfers.has(newer ?? 0) ? 'laterTransfer' : reason}`,
      { batch: batchId ?? '-' },
    )
    const isForgotten = reason === 'laterBatch' && (newer === null || !undoable.has(newer))
    const remedy = isForgotten ? 'laterForgotten' : isUnseen ? 'laterUnseen' : reason
    return {
      deviceId: id,
      serial,
      why: reason,
      happened: since === '' ? happened : word(language, 'batch.keptSince', { happened, since }),
      whatToDo: word(language, remedyOf(remedy, batch), { batch: batchId ?? '-', date: batch.businessDate }),
      batchId,
    }
  }
}

/** Return the reasons why machines are not restored, the most frequent first. */
const reasonsOf = (kept: UndoPlan['kept'], language: Language): UndoResult['reasons'] =>
  [...kept]
    .map(([why, { length: count }]) => ({
      why,
      count,
      text: word(language, 'batch.keptCount', { count, why: word(language, `batch.keptWhy.${why}`) }),
    }))
    .sort((left, right) => right.count - left.count)

/**
 * Return the result of an undo before it is written: restored machines, and the others with their change and what to do
 * about it.
 */
export async function undoResult(
  db: Db,
  batch: UndoableBatch,
  plan: UndoPlan,
  territory: Territory,
  reader: Reader,
  given: ReadonlySet<number>,
): Promise<UndoResult> {
  const why = listed(plan.kept)
  const found = why.size === 0 ? [] : await whatHappened(db, batch, plan, [...why.keys()])
  const machines = found.map(explain(batch, plan, why, reader))
  const undone = plan.sites.reduce((sum, { count }) => sum + count, 0)
  const reasons = reasonsOf(plan.kept, reader.language)
  const kept = reasons.reduce((sum, { count }) => sum + count, 0)
  const before = await undoneBefore(db, batch, territory)
  const counts = {
    total: before + undone + kept,
    undone,
    kept,
    removed: plan.created.length,
    restored: await countRestored(db, batch, plan),
  }
  const back = await machinesBack(db, batch, plan, given)
  return {
    batchId: batch.id,
    businessDate: batch.businessDate,
    dryRun: true,
    ...counts,
    reasons,
    machines,
    back,
    transitions: [],
  }
}

/** @returns the refusal when no machine can be restored */
export const nothingGoesBack = ({ kept, reasons, machines }: UndoResult, language: Language): AppError =>
  new AppError('UNDO_REFUSED', {
    sentence: word(language, 'batch.obstacle.allKept', {
      count: kept,
      reasons: reasons
        .map(({ text, why }) =>
          word(language, 'batch.obstacle.reason', {
            why: text,
            whatToDo: machines.find((machine) => machine.why === why)?.whatToDo ?? '',
          }),
        )
        .join(word(language, 'feed.question.between')),
    }),
  })
