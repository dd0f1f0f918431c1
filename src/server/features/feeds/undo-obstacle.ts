import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Target } from '#server/features/transfers/target.ts'
import { businessDay, type Day } from '#shared/dates.ts'
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
  /** Where a transfer brought its machines; null = the batch is a feed's. */
  transfer: Target | null
  /** Of a transfer that ended at a newer change of owner: the day of that; null = it holds until now. */
  until: Day | null
}

/** A batch that changed something and of which machines have not gone back; one whose lines were all refused is in the way of no undo. */
export const inForce = sql<boolean>`undone_at is null and created + updated + unchanged + conflict > 0`

/** Is what a batch found known still? Of a feed its days, of a transfer the owners. */
export const isKept = (batch: number | RawBuilder<number>) =>
  sql<boolean>`(exists (select 1 from import_before_day where batch_id = ${batch}) or exists (select 1 from transfer_before where batch_id = ${batch}))`

/** Why nothing of a batch can be undone, in words; null = it can, as far as its machines stand as it left them. */
export async function undoObstacle(
  db: Kysely<Database>,
  batch: UndoableBatch,
  { now, timeZone, language }: { now: Date; timeZone: string; language: Language },
): Promise<UndoObstacle | null> {
  const obstacle = (code: UndoObstacle['code']): UndoObstacle => {
    // What a transfer did is mended by another transfer, of the same day: no feed brings owners back.
    const isOfTransfer = batch.transfer !== null && (code === 'forgotten' || code === 'dayOver')
    return {
      code,
      text: word(language, isOfTransfer ? `batch.obstacle.${code}Transfer` : `batch.obstacle.${code}`, {
        date: batch.businessDate,
      }),
    }
  }
  if (batch.undoneAt !== null) return obstacle('undone')
  if (batch.idle) return obstacle('nothing')
  if (businessDay(now, timeZone) !== businessDay(batch.createTime, timeZone)) return obstacle('dayOver')
  const kept = await sql<{ kept: boolean }>`select ${isKept(batch.id)} as kept`.execute(db)
  return kept.rows[0]?.kept ? null : obstacle('forgotten')
}
