import { sql } from 'kysely'
import { findPage } from '#server/db/pages.ts'
import { readRow, recordKind } from '#server/db/records.ts'
import { containing } from '#server/db/search-texts.ts'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { ClassDetail, ClassListRequest, ClassRow, ClassState } from '#shared/classes.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { classDetail, classesOf, classRows, type StoredClass } from './rows.ts'

export const session = recordKind({
  table: 'class_session',
  kind: 'class',
  columns: ['company_id', 'name', 'share_key', 'video_file_name'],
  marksDeleted: true,
})

/**
 * Return a session that the caller may see.
 * @throws AppError NOT_FOUND both for one that does not exist and for one out of scope
 */
export const readSession = async (ctx: SignedInContext, id: number) =>
  readRow(ctx.readDb, session, id, await visible(ctx, 'class_session'))

const inState = (state: ClassState, now: Date) =>
  state === '已结束'
    ? sql`(c.ended or c.end_at <= ${now})`
    : sql`not c.ended and c.end_at > ${now} and ${state === '未开始' ? sql`c.start_at > ${now}` : sql`c.start_at <= ${now}`}`

/**
 * Return a page of the class sessions in scope, latest first.
 * @throws AppError NOT_FOUND for a company out of scope, TOO_WIDE
 */
export async function findClasses(ctx: SignedInContext, request: ClassListRequest): Promise<Page<ClassRow>> {
  const { name, type, state, classId } = request
  const where = sql.join(
    [
      await visible(ctx, 'class_session', { as: 'c', companyId: request.companyId }),
      ...(name ? [sql`c.name ilike ${containing(name)}`] : []),
      ...(type === undefined ? [] : [sql`c.type = ${type}`]),
      ...(state === undefined ? [] : [inState(state, ctx.clock())]),
      ...(classId === undefined ? [] : [sql`c.id = ${classId}`]),
    ],
    sql` and `,
  )
  const page = await findPage(ctx.readDb, request, {
    from: sql`from class_session c where ${where}`,
    order: sql`order by start_at desc, id desc`,
    show: classesOf,
  })
  return { ...page, data: await classRows(ctx, page.data) }
}

/** @throws AppError NOT_FOUND both for a session that does not exist and for one out of scope */
export async function storedClass(ctx: SignedInContext, id: number): Promise<StoredClass> {
  const { rows } = await classesOf(
    sql`(select * from class_session c where c.id = ${id} and ${await visible(ctx, 'class_session', { as: 'c' })})`,
  ).execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** @throws AppError NOT_FOUND */
export async function readClass(ctx: SignedInContext, id: number): Promise<ClassDetail> {
  const row = await storedClass(ctx, id)
  const [shown] = await classRows(ctx, [row])
  if (!shown) throw new AppError('NOT_FOUND')
  return classDetail(ctx, row, shown)
}
