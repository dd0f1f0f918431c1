import { dailyTable } from '#server/features/dailies/open-day.ts'
import { procedure, type SignedInContext } from '#server/trpc.ts'
import { type BatchDetail, BatchListRequest, UndoRequest, type UndoResult } from '#shared/feed-batches.ts'
import { ById } from '#shared/paging.ts'
import { findBatches, getBatch } from './batches.ts'
import { undoFeed } from './undo-feed.ts'
import { undoObstacle } from './undo-obstacle.ts'

const territoryOf = ({ services, scope }: SignedInContext, companyId?: number) => services.places.narrow(scope, { companyId })

/** Applied feeds, newest first. */
export const batches = procedure('feeds.batches')
  .input(BatchListRequest)
  .query(async ({ ctx, input }) => findBatches(ctx.readDb, await territoryOf(ctx, input.companyId), input))

/** One applied feed: what it did, line by line where it refused, and what is in the way of undoing it. */
export const batch = procedure('feeds.batch')
  .input(ById)
  .query(async ({ ctx, input }): Promise<BatchDetail> => {
    const { row, result, undoable } = await getBatch(ctx.db, await territoryOf(ctx), input.id)
    const { clock, config, request } = ctx
    return { ...row, result, obstacle: await undoObstacle(ctx.db, undoable, { now: clock(), timeZone: config.timeZone, language: request.language }) }
  })

/** Takes a batch back machine by machine, or says which machines would go back and which would stay. */
export const undo = procedure('feeds.undo')
  .input(UndoRequest)
  .mutation(async ({ ctx, input }): Promise<UndoResult> => {
    const { services, viewer } = ctx
    // A batch of several bases is found by who sees all of it, and goes back as far as the base that is named.
    const visible = await territoryOf(ctx)
    const territory = await territoryOf(ctx, input.companyId)
    const caller = { actor: viewer.userName, userId: viewer.userId, territory, language: ctx.request.language }
    const end = services.tidying.begin()
    const undone = undoFeed(ctx.db, ctx, caller, async (trx) => (await getBatch(trx, visible, input.id, input.companyId)).undoable, {
      dryRun: input.dryRun,
      visible,
      onUndone: (trx, { batchId, businessDate, removed, restored, total, undone, kept }) =>
        services.audit.write(trx, ctx, {
          action: 'feeds.undo',
          targetKind: 'import_batch',
          targetId: batchId,
          details: { businessDate, removed, restored, total, undone, kept, ...(input.companyId === undefined ? {} : { companyId: input.companyId }) },
        }),
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
  })
