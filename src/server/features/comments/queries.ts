import { type RawBuilder, sql } from 'kysely'
import { countUpTo, isFiltered, mostListed, pageOfRows, refuseBehind } from '#server/db/capped-counts.ts'
import { windowOf } from '#server/db/page-window.ts'
import { avatarUrls } from '#server/features/attachments/pictures.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import type { Commented, CommentListRequest, CommentRow, CommentTarget, CommentType } from '#shared/comments.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'

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

const commentRow = (row: Stored, timeZone: string, avatar: string | null): CommentRow => ({
  id: row.id,
  classId: row.class_id,
  targetKind: row.target_kind,
  userId: row.user_id,
  userName: row.user_name,
  identifier: row.identifier,
  avatarId: row.avatar_id,
  avatar,
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

async function commentRows(ctx: SignedInContext, rows: readonly Stored[]): Promise<CommentRow[]> {
  const avatar = await avatarUrls(
    ctx,
    rows.map(({ avatar_id }) => avatar_id),
  )
  return rows.map((row) => commentRow(row, ctx.config.timeZone, avatar(row.avatar_id)))
}

/** Select comments with names. `comments` = the table, or a subquery of it. */
const rowsOf = (
  comments: RawBuilder<unknown>,
) => sql<Stored>`select c.id, c.class_id, c.target_kind, c.user_id, u.name as user_name, u.identifier, u.avatar_id,
    c.type, c.content, c.point, c.score, c.model_id, m.name as model, c.material_type_id, t.name as material_type, c.tag_type, c.create_time, c.row_version
  from ${comments} c join app_user u on u.id = c.user_id left join model m on m.id = c.model_id left join material_type t on t.id = c.material_type_id`

/** Return the condition for comments on one thing. */
export const onThing = ({ kind, id }: Commented): RawBuilder<boolean> =>
  sql<boolean>`(said.target_kind = ${kind} and said.class_id = ${id})`

/**
 * Return a page of comments on `things`, which must not overlap, newest first.
 * @throws AppError TOO_WIDE for a page beyond the counted ones
 */
export async function findComments(
  ctx: SignedInContext,
  things: readonly RawBuilder<boolean>[],
  request: Pick<CommentListRequest, 'type' | 'page' | 'size'>,
): Promise<Page<CommentRow>> {
  const window = windowOf(request)
  const typed = request.type === undefined ? sql`` : sql` and said.type = ${request.type}`
  // One subquery per kind of thing, so that each uses its own index.
  const rowsOfThings = (columns: RawBuilder<unknown>, most: RawBuilder<unknown> = sql``) =>
    sql`select * from (${sql.join(
      things.map((thing) => sql`(select ${columns} from comment said where ${thing}${typed} ${most})`),
      sql` union all `,
    )}) c`
  // With an order, each kind is counted along its index. Otherwise all comments of one kind could be read before those
  // of another.
  const total = await countUpTo(ctx.readDb, rowsOfThings(sql`id`, sql`order by id desc limit ${mostListed + 1}`))
  refuseBehind(total, window, isFiltered([request.type]))
  // If there are many, each kind returns only as many rows as the page can contain.
  const most = total.totalCapped ? sql`order by id desc limit ${window.offset + window.limit}` : sql``
  const page = pageOfRows(rowsOfThings(sql`id`, most), sql`order by id desc`, window, !total.totalCapped)
  const { rows } =
    await sql<Stored>`${rowsOf(sql`(select comment.* from ${page} page join comment on comment.id = page.id)`)} order by c.id desc`.execute(
      ctx.readDb,
    )
  return { data: await commentRows(ctx, rows), ...total }
}

/** @throws AppError NOT_FOUND */
export async function readComment(ctx: SignedInContext, id: number): Promise<CommentRow> {
  const { rows } = await rowsOf(sql`(select * from comment where id = ${id})`).execute(ctx.db)
  const [row] = await commentRows(ctx, rows)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}
