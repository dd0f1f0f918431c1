import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { maxViews, type SavedView, type ViewSaveRequest, type ViewScreen } from '#shared/views.ts'

/**
 * Return whether the viewer is staff. Owners of machines have separate views, because those of the staff name other
 * owners.
 */
const isStaff = ({ role }: Viewer): boolean => role !== 'client' && role !== 'account' && role !== 'none'
const tidiesUp = ({ role }: Viewer): boolean => role === 'baseManager' || role === 'manager'

/** Return the id of the user; the terminal has no views. */
function personOf({ viewer }: SignedInContext): number {
  if (viewer.userId === null) throw new AppError('FORBIDDEN')
  return viewer.userId
}

/** Return the views of one list, or the one with an id. */
async function viewsOf(
  db: Kysely<Database>,
  viewer: Viewer,
  userId: number,
  named: { screen: ViewScreen } | { id: number },
): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_view as v')
    .innerJoin('app_user as u', 'u.id', 'v.user_id')
    .select(['v.id', 'v.name', 'v.query', 'v.hidden', 'v.shared', 'v.user_id', 'u.name as owner'])
    .where('v.company_id', '=', viewer.tenantId)
    .where((all) => all.or([all('v.user_id', '=', userId), ...(isStaff(viewer) ? [all('v.shared', '=', true)] : [])]))
    .orderBy('v.shared')
    .orderBy('v.name')
    .where((all) => ('id' in named ? all('v.id', '=', named.id) : all('v.screen', '=', named.screen)))
    .orderBy('v.id')
    .execute()
  return rows.map(({ user_id, ...row }) => {
    const own = user_id === userId
    return { ...row, own, mayDelete: own || (row.shared && tidiesUp(viewer)) }
  })
}

/** Return the user's own views of a list, and those that colleagues share; none for the terminal. */
export async function findViews({ db, viewer }: SignedInContext, screen: ViewScreen): Promise<SavedView[]> {
  return viewer.userId === null ? [] : viewsOf(db, viewer, viewer.userId, { screen })
}

/** Save a view; an own view of the same name is replaced. @throws AppError FORBIDDEN, TOO_MANY_VIEWS */
export async function saveView(ctx: SignedInContext, input: z.output<typeof ViewSaveRequest>): Promise<{ id: number }> {
  const userId = personOf(ctx)
  const { viewer } = ctx
  if (input.shared && !isStaff(viewer)) throw new AppError('FORBIDDEN')
  const key = { company_id: viewer.tenantId, user_id: userId, screen: input.screen, name: input.name }
  return ctx.db.transaction().execute(async (trx) => {
    // Lock: one user's views are saved one after the other, so that two pages cannot exceed the limit together.
    await sql`select from app_user where id = ${userId} for update`.execute(trx)
    const { views } = await trx
      .selectFrom('saved_view')
      .select((all) => all.fn.countAll<number>().as('views'))
      .where('company_id', '=', key.company_id)
      .where('user_id', '=', userId)
      .where('screen', '=', input.screen)
      .where('name', '<>', input.name)
      .executeTakeFirstOrThrow()
    if (Number(views) >= maxViews) throw new AppError('TOO_MANY_VIEWS', { values: { count: maxViews } })
    const { query, hidden, shared } = input
    return trx
      .insertInto('saved_view')
      .values({ ...key, query, hidden, shared, update_time: ctx.clock() })
      .onConflict((same) =>
        same.columns(['user_id', 'company_id', 'screen', 'name']).doUpdateSet({
          query,
          hidden,
          shared,
          update_time: ctx.clock(),
          row_version: sql`saved_view.row_version + 1`,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

/** Delete a view; managers of its base may also delete a shared one. @throws AppError NOT_FOUND, FORBIDDEN */
export async function deleteView(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  const [view] = await viewsOf(ctx.db, ctx.viewer, personOf(ctx), { id })
  if (!view) throw new AppError('NOT_FOUND')
  if (!view.mayDelete) throw new AppError('FORBIDDEN')
  await ctx.db.deleteFrom('saved_view').where('id', '=', view.id).execute()
  return { id: view.id }
}
