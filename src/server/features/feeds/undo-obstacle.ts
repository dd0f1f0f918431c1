import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Target } from '#server/features/transfers/target.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import type { UndoObstacle } from '#shared/feed-batches.ts'
import { type Language, word } from '#shared/i18n/index.ts'

export type UndoableBatch = {
  id: number
  companyIds: number[]
  businessDate: string
  restated: boolean
  createTime: Date
  undoneAt: Date | null
  /** Every line was refused. */
  idle: boolean
  /** The target of a transfer; null = the batch is a feed. */
  transfer: Target | null
  /** For a transfer that ended at a newer change of owner: the day of that change; null = it is still valid. */
  until: Day | null
  /** Written with the demonstration data, which keeps nothing to undo. */
  demo: boolean
}

/** A batch that changed something and is not completely undone. A batch whose lines were all refused blocks no undo. */
export const inForce = sql<boolean>`undone_at is null and created + updated + unchanged + conflict > 0`

/** Return whether the undo data of a batch still exists: the days of a feed, or the owners of a transfer. */
export const isKept = (batch: number | RawBuilder<number>) =>
  sql<boolean>`(exists (select 1 from import_before_day where batch_id = ${batch}) or exists (select 1 from transfer_before where batch_id = ${batch}))`

/** Return why a batch cannot be undone, in words; null = it can, except for machines that have changed since. */
export async function undoObstacle(
  db: Db,
  batch: UndoableBatch,
  { now, timeZone, language }: { now: Date; timeZone: string; language: Language },
): Promise<UndoObstacle | null> {
  const obstacle = (code: UndoObstacle['code']): UndoObstacle => {
    // Only another transfer of the same day can correct a transfer: a feed cannot restore owners.
    const isOfTransfer = batch.transfer !== null && (code === 'forgotten' || code === 'dayOver')
    const why = isOfTransfer ? (`${code}Transfer` as const) : code === 'forgotten' && batch.demo ? 'demo' : code
    return { code, text: word(language, `batch.obstacle.${why}`, { date: batch.businessDate }) }
  }
  if (batch.undoneAt !== null) return obstacle('undone')
  if (batch.idle) return obstacle('nothing')
  if (businessDay(now, timeZone) !== businessDay(batch.createTime, timeZone)) return obstacle('dayOver')
  const kept = await sql<{ kept: boolean }>`select ${isKept(batch.id)} as kept`.execute(db)
  return kept.rows[0]?.kept ? null : obstacle('forgotten')
}
