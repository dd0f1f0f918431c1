import { type Kysely, type RawBuilder, sql } from 'kysely'
import { oneDevice } from '#server/db/one-device.ts'
import type { Database } from '#server/db/tables.ts'
import { oneClass, visibleClasses } from '#server/features/classes/queries.ts'
import { procedure, router, type SignedInContext } from '#server/trpc.ts'
import { type Commented, CommentListRequest, type CommentRow, CommentSave, CommentUpdate, commentedOf } from '#shared/comments.ts'
import { AppError } from '#shared/errors.ts'
import { ById, type Page } from '#shared/paging.ts'
import { findComments, insertComment, onClasses, onDevices, onThing, ownComment, readComment, removeComment, rewriteComment } from './queries.ts'

/** A comment has a person behind it; the terminal has none. @throws AppError FORBIDDEN */
function authorOf({ viewer }: SignedInContext): number {
  if (viewer.userId === null) throw new AppError('FORBIDDEN')
  return viewer.userId
}

/** The device or class session that is commented; call it before a transaction, and what it answers inside. */
async function finder(ctx: SignedInContext, { kind, id }: Commented) {
  if (kind === 'class') {
    const visible = await visibleClasses(ctx)
    return (db: Kysely<Database>) => oneClass(db, visible, id)
  }
  const set = await ctx.services.places.narrow(ctx.scope)
  return (db: Kysely<Database>) => oneDevice(db, set, id)
}

/** Where the comments of a request stand: on one thing, which must be within reach, or on everything that is. @throws AppError NOT_FOUND */
async function thingsOf(ctx: SignedInContext, request: CommentListRequest): Promise<RawBuilder<boolean>[]> {
  const one = commentedOf(request)
  if (one) {
    await (await finder(ctx, one))(ctx.readDb)
    return [onThing(one)]
  }
  const devices = request.targetKind === 'class' ? [] : [onDevices(await ctx.services.places.narrow(ctx.scope))]
  const classes = request.targetKind === 'device' ? [] : [onClasses(await visibleClasses(ctx))]
  // Class sessions of headquarters are its own.
  const companyIds = [...new Set([...ctx.scope.branches.map(({ companyId }) => companyId), ctx.viewer.tenantId])]
  return [...devices, ...classes].map((things) => sql<boolean>`(said.company_id = any(${companyIds}::int[]) and ${things})`)
}

export const commentsRouter = router({
  // Comments on a device or a class session, or on all within reach (C037); a scrapped device keeps them.
  find: procedure('comments.find')
    .input(CommentListRequest)
    .query(async ({ ctx, input }): Promise<Page<CommentRow>> => {
      return findComments(ctx, await thingsOf(ctx, input), input)
    }),
  // Writes a comment in the caller's name (C038); also on a scrapped device.
  save: procedure('comments.save')
    .input(CommentSave)
    .mutation(async ({ ctx, input }): Promise<CommentRow> => {
      const target = commentedOf(input)
      if (!target) throw new AppError('VALIDATION', { field: 'classId', problem: 'problem.missing' })
      const find = await finder(ctx, target)
      const id = await ctx.db.transaction().execute(async (trx) => {
        const { company_id } = await find(trx)
        return insertComment(trx, input, { ...target, companyId: company_id }, { userId: authorOf(ctx), now: ctx.clock() })
      })
      return readComment(ctx, id)
    }),
  // Changes an own comment (C039).
  update: procedure('comments.update')
    .input(CommentUpdate)
    .mutation(async ({ ctx, input }): Promise<CommentRow> => {
      await ctx.db.transaction().execute(async (trx) => {
        await ownComment(trx, input.id, authorOf(ctx), input.rowVersion)
        await rewriteComment(trx, input, ctx.clock())
      })
      return readComment(ctx, input.id)
    }),
  // Deletes an own comment (C040).
  delete: procedure('comments.delete')
    .input(ById)
    .mutation(
      ({ ctx, input }): Promise<{ id: number }> =>
        ctx.db.transaction().execute(async (trx) => {
          const { companyId, target } = await ownComment(trx, input.id, authorOf(ctx))
          await removeComment(trx, input.id)
          await ctx.services.audit.write(trx, ctx, {
            action: 'comments.delete',
            targetKind: 'comment',
            targetId: input.id,
            companyId,
            details: { [`${target.kind}Id`]: target.id },
          })
          return { id: input.id }
        }),
    ),
})
