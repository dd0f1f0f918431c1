import { oneDevice } from '#server/db/one-device.ts'
import { procedure, router, type SignedInContext } from '#server/trpc.ts'
import { CommentListRequest, type CommentRow, CommentSave, CommentUpdate } from '#shared/comments.ts'
import { AppError } from '#shared/errors.ts'
import { ById, type Page } from '#shared/paging.ts'
import { findComments, insertComment, ownComment, readComment, removeComment, rewriteComment } from './queries.ts'

/** A comment has a person behind it; the terminal has none. @throws AppError FORBIDDEN */
function authorOf({ viewer }: SignedInContext): number {
  if (viewer.userId === null) throw new AppError('FORBIDDEN')
  return viewer.userId
}

export const commentsRouter = router({
  // Comments on a device (C037); a scrapped one keeps them.
  find: procedure('comments.find')
    .input(CommentListRequest)
    .query(async ({ ctx, input }): Promise<Page<CommentRow>> => {
      const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), input.classId)
      return findComments(ctx.readDb, device.id, input, ctx.config.timeZone)
    }),
  // Writes a comment in the caller's name (C038); also on a scrapped device.
  save: procedure('comments.save')
    .input(CommentSave)
    .mutation(async ({ ctx, input }): Promise<CommentRow> => {
      const set = await ctx.services.places.narrow(ctx.scope)
      const id = await ctx.db.transaction().execute(async (trx) => {
        const device = await oneDevice(trx, set, input.classId)
        return insertComment(trx, input, device.company_id, { userId: authorOf(ctx), now: ctx.clock() })
      })
      return readComment(ctx.db, id, ctx.config.timeZone)
    }),
  // Changes an own comment (C039).
  update: procedure('comments.update')
    .input(CommentUpdate)
    .mutation(async ({ ctx, input }): Promise<CommentRow> => {
      await ctx.db.transaction().execute(async (trx) => {
        await ownComment(trx, input.id, authorOf(ctx), input.rowVersion)
        await rewriteComment(trx, input, ctx.clock())
      })
      return readComment(ctx.db, input.id, ctx.config.timeZone)
    }),
  // Deletes an own comment (C040).
  delete: procedure('comments.delete')
    .input(ById)
    .mutation(
      ({ ctx, input }): Promise<{ id: number }> =>
        ctx.db.transaction().execute(async (trx) => {
          const { companyId, deviceId } = await ownComment(trx, input.id, authorOf(ctx))
          await removeComment(trx, input.id)
          await ctx.services.audit.write(trx, ctx, { action: 'comments.delete', targetKind: 'comment', targetId: input.id, companyId, details: { deviceId } })
          return { id: input.id }
        }),
    ),
})
