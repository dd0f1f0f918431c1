import { sql } from 'kysely'
import type { z } from 'zod'
import type { Territory } from '#server/db/device-set.ts'
import { refuseEndedSession } from '#server/features/auth/refuse-ended-session.ts'
import { dailyTables } from '#server/features/dailies/open-day.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { UndoRequest, UndoResult } from '#shared/feed-batches.ts'
import { getBatch } from './batches.ts'
import { undoFeed } from './undo-feed.ts'
import type { UndoableBatch } from './undo-obstacle.ts'
import { refuseUnnamed } from './unnamed-batch.ts'

/** Return the batches with the new owners of a feed of a past day, as far as they are in force. */
async function stayingTransfers(ctx: SignedInContext, visible: Territory, batchId: number): Promise<number[]> {
  const { result } = await getBatch(ctx.db, visible, batchId)
  const ids = [...new Set(result.transfers?.flatMap((transfer) => transfer.batchId ?? []))]
  if (ids.length === 0) return ids
  const { rows } = await sql<{
    id: number
  }>`select id from import_batch where id = any(${ids}::int[]) and undone_at is null order by id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/**
 * Undo a batch machine by machine, or report which machines would be restored and which would keep their values.
 * @throws AppError VALIDATION, which lists the newest batches, for an undo without a batch id; also the errors of
 * `undoFeed`
 */
export async function undoBatch(ctx: SignedInContext, input: z.output<typeof UndoRequest>): Promise<UndoResult> {
  const { services, viewer } = ctx
  // Find a batch of several bases by all that the caller sees, then undo only the part of the requested base.
  const visible = await ctx.services.places.narrow(ctx.scope)
  const territory = await ctx.services.places.narrow(ctx.scope, { companyId: input.companyId })
  if (input.id === undefined && !input.dryRun) throw await refuseUnnamed(ctx, visible, input.companyId)
  const caller = { actor: viewer.userName, userId: viewer.userId, territory, language: ctx.request.language }
  const end = services.tidying.begin()
  let batch: UndoableBatch | undefined
  const undone = undoFeed(
    ctx.db,
    ctx,
    caller,
    async (trx) => {
      batch = (await getBatch(trx, visible, input.id, input.companyId)).undoable
      return batch
    },
    {
      dryRun: input.dryRun,
      visible,
      previewed: input.previewVersion,
      onUndone: async (trx, { batchId, businessDate, removed, restored, total, undone, kept }) => {
        await refuseEndedSession(trx, ctx)
        await services.audit.write(trx, ctx, {
          action: 'feeds.undo',
          targetKind: 'import_batch',
          targetId: batchId,
          details: {
            businessDate,
            removed,
            restored,
            total,
            undone,
            kept,
            ...(input.companyId === undefined ? {} : { companyId: input.companyId }),
          },
        })
      },
    },
  )
  return undone.then(
    async (result) => {
      const { businessDate } = result
      // A transfer has changed every day since.
      const last = batch?.transfer ? businessDay(ctx.clock(), ctx.config.timeZone) : businessDate
      end(result.dryRun ? undefined : { rows: result.undone, dailies: dailyTables(businessDate, last) })
      const transfers = await stayingTransfers(ctx, visible, result.batchId)
      return transfers.length === 0 ? result : { ...result, transfers }
    },
    (error: unknown) => {
      end()
      throw error
    },
  )
}
