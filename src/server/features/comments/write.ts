import { sql } from 'kysely'
import { oneDevice } from '#server/db/one-device.ts'
import { deleteRow, holdRow, insertRow, readRow, recordKind, updateRow } from '#server/db/records.ts'
import type { Db } from '#server/db/tables.ts'
import { visible } from '#server/db/visible.ts'
import { session } from '#server/features/classes/queries.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type Commented, type CommentSave, type CommentUpdate, commentedOf } from '#shared/comments.ts'
import { AppError } from '#shared/errors.ts'

const comment = recordKind({ table: 'comment', kind: 'comment', columns: ['company_id', 'target_kind', 'class_id'] })

/** Return the author of a new comment. The terminal has no user. @throws AppError FORBIDDEN */
function authorOf({ viewer }: SignedInContext): number {
  if (viewer.userId === null) throw new AppError('FORBIDDEN')
  return viewer.userId
}
const isOwn = (ctx: SignedInContext) => sql<boolean>`user_id = ${authorOf(ctx)}`

/**
 * Return a function that reads the commented device or class session. Call `finder` before a transaction, and the
 * function inside it.
 */
export async function finder(
  ctx: SignedInContext,
  { kind, id }: Commented,
): Promise<(db: Db) => Promise<{ company_id: number }>> {
  if (kind === 'class') {
    const seen = await visible(ctx, 'class_session')
    return (db) => readRow(db, session, id, seen)
  }
  const set = await ctx.services.places.narrow(ctx.scope)
  return (db) => oneDevice(db, set, id)
}

/**
 * Return the tag to store. A comment stores the name, so that it stays when the tag changes. A number that is not the
 * name of a tag is the id of one.
 */
async function tagNamed(db: Db, tag: string): Promise<string> {
  if (!/^[1-9]\d{0,8}$/.test(tag)) return tag
  const { rows } = await sql<{ name: string }>`select name from tag_type where name = ${tag} or id = ${Number(tag)}
    order by name = ${tag} desc limit 1`.execute(db)
  return rows[0]?.name ?? tag
}

/** undefined is not written: a new comment has no value, a changed one keeps its value. */
const columnsOf = async (
  db: Db,
  { content, point, score, modelId, materialTypeId, tagType }: Omit<CommentUpdate, 'id'>,
) => ({
  content,
  point,
  score,
  model_id: modelId,
  material_type_id: materialTypeId,
  tag_type: typeof tagType === 'string' ? await tagNamed(db, tagType) : tagType,
})

/**
 * Create a comment of the caller.
 * @returns its id.
 * @throws AppError NOT_FOUND for a thing out of scope, FORBIDDEN, VALIDATION
 */
export async function createComment(ctx: SignedInContext, input: CommentSave): Promise<number> {
  const target = commentedOf(input)
  if (!target) throw new AppError('VALIDATION', { field: 'classId', problem: 'problem.missing' })
  const find = await finder(ctx, target)
  return ctx.db.transaction().execute(async (trx) => {
    const { company_id } = await find(trx)
    const written = { ...(await columnsOf(trx, input)), content: input.content, type: input.type }
    const { id } = await insertRow(trx, ctx, comment, {
      company_id,
      target_kind: target.kind,
      class_id: target.id,
      user_id: authorOf(ctx),
      ...written,
    })
    return id
  })
}

/**
 * Change the caller's own comment.
 * @throws AppError NOT_FOUND both for one that does not exist and for one of another author; EDITED_BY_OTHERS,
 * FORBIDDEN
 */
export async function changeComment(ctx: SignedInContext, input: CommentUpdate): Promise<void> {
  await ctx.db
    .transaction()
    .execute(async (trx) =>
      updateRow(trx, ctx, comment, await holdRow(trx, comment, input, isOwn(ctx)), await columnsOf(trx, input)),
    )
}

/**
 * Delete the caller's own comment.
 * @throws AppError NOT_FOUND both for one that does not exist and for one of another author; FORBIDDEN
 */
export const deleteComment = async (ctx: SignedInContext, id: number): Promise<{ id: number }> =>
  deleteRow(ctx, comment, id, {
    action: 'comments.delete',
    visible: isOwn(ctx),
    details: ({ target_kind, class_id }) => ({ [`${target_kind}Id`]: class_id }),
  })
