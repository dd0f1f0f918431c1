import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { CommentListRequest, CommentRow, CommentSave, CommentTarget, CommentType, CommentUpdate } from '#shared/comments.ts'
import { businessTime } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'

type Trx = Transaction<Database>
type Stored = {
  id: number
  class_id: number
  target_kind: CommentTarget
  user_id: number
  user_name: string
  identifier: string | null
  avatar_id: number | null
  type: CommentType
  content: string
  point: string | null
  score: number | null
  model_id: number | null
  model: string | null
  material_type_id: number | null
  material_type: string | null
  tag_type: string | null
  create_time: Date
  row_version: number
}

const commentRow = (row: Stored, timeZone: string): CommentRow => ({
  id: row.id,
  classId: row.class_id,
  targetKind: row.target_kind,
  userId: row.user_id,
  userName: row.user_name,
  identifier: row.identifier,
  avatarId: row.avatar_id,
  type: row.type,
  content: row.content,
  point: row.point,
  score: row.score,
  modelId: row.model_id,
  model: row.model,
  materialTypeId: row.material_type_id,
  materialType: row.material_type,
  tagType: row.tag_type,
  createTimeStr: businessTime(row.create_time, timeZone),
  edited: row.row_version > 1,
  rowVersion: row.row_version,
})

const rowsWhere = (
  condition: RawBuilder<unknown>,
) => sql<Stored>`select c.id, c.class_id, c.target_kind, c.user_id, u.name as user_name, u.identifier, u.avatar_id,
    c.type, c.content, c.point, c.score, c.model_id, m.name as model, c.material_type_id, t.name as material_type, c.tag_type, c.create_time, c.row_version
  from comment c join app_user u on u.id = c.user_id left join model m on m.id = c.model_id left join material_type t on t.id = c.material_type_id
  where ${condition}`

/** What is commented. */
export type Target = { kind: CommentTarget; id: number }

/** Comments on one thing, the newest first. */
export async function findComments(db: Kysely<Database>, target: Target, request: CommentListRequest, timeZone: string): Promise<Page<CommentRow>> {
  const { offset, limit } = windowOf(request)
  const typed = request.type === undefined ? sql`` : sql` and c.type = ${request.type}`
  const of = sql`c.target_kind = ${target.kind} and c.class_id = ${target.id}${typed}`
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from comment c where ${of}`.execute(db)
  const { rows } = await sql<Stored>`${rowsWhere(of)} order by c.id desc limit ${limit} offset ${offset}`.execute(db)
  return { data: rows.map((row) => commentRow(row, timeZone)), totalCount: counted[0]?.total ?? 0 }
}

/** @throws AppError NOT_FOUND */
export async function readComment(db: Kysely<Database>, id: number, timeZone: string): Promise<CommentRow> {
  const { rows } = await rowsWhere(sql`c.id = ${id}`).execute(db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return commentRow(row, timeZone)
}

type Details = Pick<CommentSave, 'content' | 'point' | 'score' | 'modelId' | 'materialTypeId' | 'tagType'>
const detailColumns = ({ content, point, score, modelId, materialTypeId, tagType }: Details) => ({
  content,
  point: point ?? null,
  score: score ?? null,
  model_id: modelId ?? null,
  material_type_id: materialTypeId ?? null,
  tag_type: tagType ?? null,
})

type Author = { userId: number; now: Date }
export async function insertComment(trx: Trx, comment: CommentSave, companyId: number, { userId, now }: Author): Promise<number> {
  const { id } = await trx
    .insertInto('comment')
    .values({
      company_id: companyId,
      target_kind: comment.targetKind,
      class_id: comment.classId,
      user_id: userId,
      type: comment.type,
      ...detailColumns(comment),
      create_time: now,
      update_time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A comment of this author, held for a change.
 * @throws AppError NOT_FOUND for one that is missing or somebody else's, alike; EDITED_BY_OTHERS when it is no longer as `rowVersion` says
 */
export async function ownComment(trx: Trx, id: number, userId: number, rowVersion?: number): Promise<{ companyId: number; target: Target }> {
  const row = await trx
    .selectFrom('comment')
    .select(['company_id', 'target_kind', 'class_id', 'row_version'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  if (rowVersion !== undefined && row.row_version !== rowVersion) throw new AppError('EDITED_BY_OTHERS')
  return { companyId: row.company_id, target: { kind: row.target_kind, id: row.class_id } }
}

export const rewriteComment = (trx: Trx, comment: CommentUpdate, now: Date) =>
  trx
    .updateTable('comment')
    .set(({ eb }) => ({ ...detailColumns(comment), update_time: now, row_version: eb('row_version', '+', 1) }))
    .where('id', '=', comment.id)
    .execute()

export const removeComment = (trx: Trx, id: number) => trx.deleteFrom('comment').where('id', '=', id).execute()
