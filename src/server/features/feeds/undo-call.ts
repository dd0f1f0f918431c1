import type { z } from 'zod'
import { refuseEndedSession } from '#server/features/auth/still-signed-in.ts'
import { dailyTable } from '#server/features/dailies/open-day.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { UndoRequest, UndoResult } from '#shared/feed-batches.ts'
import { getBatch } from './batches.ts'
import { undoFeed } from './undo-feed.ts'
import { refuseUnnamed } from './unnamed-batch.ts'

/**
 * Takes a batch back machine by machine, or says which machines would go back and which would stay.
 * @throws AppError VALIDATION, which lists the newest batches, for an undo that names none; else as `undoFeed`
 */
export async function undoBatch(ctx: SignedInContext, input: z.output<typeof UndoRequest>): Promise<UndoResult> {
  const { services, viewer } = ctx
  // A batch of several bases is found by who sees all of it, and goes back as far as the base that is named.
  const visible = await ctx.services.places.narrow(ctx.scope)
  const territory = await ctx.services.places.narrow(ctx.scope, { companyId: input.companyId })
  if (input.id === undefined && !input.dryRun) throw await refuseUnnamed(ctx, visible, input.companyId)
  const caller = { actor: viewer.userName, userId: viewer.userId, territory, language: ctx.request.language }
  const end = services.tidying.begin()
  const undone = undoFeed(ctx.db, ctx, caller, async (trx) => (await getBatch(trx, visible, input.id, input.companyId)).undoable, {
    dryRun: input.dryRun,
    visible,
    previewed: input.previewVersion,
    onUndone: async (trx, { batchId, businessDate, removed, restored, total, undone, kept }) => {
      await refuseEndedSession(trx, ctx)
      await services.audit.write(trx, ctx, {
        action: 'feeds.undo',
        targetKind: 'import_batch',
        targetId: batchId,
        details: { businessDate, removed, restored, total, undone, kept, ...(input.companyId === undefined ? {} : { companyId: input.companyId }) },
      })
    },
  })
  return undone.then(
    (result) => {
      end(result.dryRun ? undefined : { rows: result.undone, dailies: dailyTable(result.businessDate) })
      return result
    },
    (error: unknown) => {
      end()
      throw error
    },
  )
}
