import type { Db } from '#server/db/tables.ts'
import type { ReservationReader } from '#server/features/reservations/visibility.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'

/** Return the stations of a tenant in the order of creation, which is the order in which a tanker passes them. */
export function stationsOf(db: Db, companyId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('station')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** @throws AppError NOT_FOUND for a station of another tenant */
export async function checkStation(db: Db, companyId: number, id: number | null | undefined): Promise<void> {
  if (id && !(await stationsOf(db, companyId)).some((station) => station.id === id)) throw new AppError('NOT_FOUND')
}

/** @throws AppError NOT_FOUND for a person who is missing, out of the caller's reach, or of another tenant, alike */
export async function checkTestee(
  db: Db,
  ctx: ReservationReader,
  companyId: number,
  id: number | null | undefined,
): Promise<void> {
  if (!id) return
  const found = await db
    .selectFrom('testee')
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where(ctx.sees.testee)
    .executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
}

/** @throws AppError NOT_FOUND for a user who is missing, deleted or out of the caller's reach, alike */
export async function checkUser(db: Db, ctx: SignedInContext, id: number): Promise<void> {
  const user = await db
    .selectFrom('app_user')
    .select('home_company_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const book = await ctx.services.places.book()
  if (!user || (ctx.reach !== 'all' && !book.withChildren(ctx.viewer.companyId).includes(user.home_company_id)))
    throw new AppError('NOT_FOUND')
}
