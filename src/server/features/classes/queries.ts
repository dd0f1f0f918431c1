import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countUpTo, refuseBehind } from '#server/db/bounded.ts'
import { containing, windowOf } from '#server/db/paging.ts'
import { placedRows } from '#server/db/placed.ts'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { ClassDetail, ClassListRequest, ClassRow, ClassState } from '#shared/classes.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { classDetail, classRows, readClasses, type StoredClass } from './rows.ts'

const inState = (state: ClassState, now: Date) =>
  state === '已结束'
    ? sql`(c.ended or c.end_at <= ${now})`
    : sql`not c.ended and c.end_at > ${now} and ${state === '未开始' ? sql`c.start_at > ${now}` : sql`c.start_at <= ${now}`}`

/** Class sessions of the companies in reach, the latest first. @throws AppError NOT_FOUND for a company out of reach, TOO_WIDE */
export async function findClasses(ctx: SignedInContext, request: ClassListRequest): Promise<Page<ClassRow>> {
  const { name, type, state, classId } = request
  const condition = sql.join(
    [
      await visibleClasses(ctx, request.companyId),
      ...(name ? [sql`c.name ilike ${containing(name)}`] : []),
      ...(type === undefined ? [] : [sql`c.type = ${type}`]),
      ...(state === undefined ? [] : [inState(state, ctx.clock())]),
      ...(classId === undefined ? [] : [sql`c.id = ${classId}`]),
    ],
    sql` and `,
  )
  const { offset, limit } = windowOf(request)
  const total = await countUpTo(ctx.readDb, sql`select from class_session c where ${condition}`)
  refuseBehind(total, { offset, limit })
  const rows = await readClasses(ctx.readDb, condition, sql`order by c.start_at desc, c.id desc limit ${limit} offset ${offset}`)
  return { data: await classRows(ctx, rows), ...total }
}

/** @throws AppError NOT_FOUND for one that is missing or out of reach, alike */
export async function storedClass(ctx: SignedInContext, id: number): Promise<StoredClass> {
  const [row] = await readClasses(ctx.db, sql`c.id = ${id} and ${await visibleClasses(ctx)}`)
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

/**
 * Which sessions a caller sees, or has held himself where the rule says so; none that was deleted. Ask before a transaction begins: the
 * answer may need the connection that the transaction holds.
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function visibleClasses(ctx: SignedInContext, companyId?: number): Promise<RawBuilder<boolean>> {
  const placed =
    ctx.reach === 'own' ? sql<boolean>`c.company_id = ${ctx.viewer.tenantId} and c.user_id = ${ctx.viewer.userId}` : await placedRows(ctx, 'c', companyId)
  return sql<boolean>`(c.deleted_at is null and ${placed})`
}

type OneClass = Pick<StoredClass, 'id' | 'company_id' | 'name' | 'share_key' | 'video_file_name' | 'row_version'>
/**
 * A session among the `visible` ones; `held` keeps it until the transaction ends.
 * @throws AppError NOT_FOUND for one that is missing or out of reach, alike; EDITED_BY_OTHERS when it is no longer as `rowVersion` says
 */
export async function oneClass(
  db: Kysely<Database>,
  visible: RawBuilder<boolean>,
  id: number,
  { held = false, rowVersion }: { held?: boolean; rowVersion?: number | undefined } = {},
): Promise<OneClass> {
  const { rows } = await sql<OneClass>`select c.id, c.company_id, c.name, c.share_key, c.video_file_name, c.row_version from class_session c
    where c.id = ${id} and ${visible} ${held ? sql`for update` : sql``}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  if (rowVersion !== undefined && rowVersion !== row.row_version) throw new AppError('EDITED_BY_OTHERS')
  return row
}
