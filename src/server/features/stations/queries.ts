import { sql, type Transaction } from 'kysely'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { containing } from '#server/db/search-texts.ts'
import type { Database } from '#server/db/tables.ts'
import { baseOf, visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { StationListRequest, StationRow } from '#shared/stations.ts'

type Stored = { id: number; name: string; company_id: number; update_time: Date; row_version: number; users: number }

/** Return a page of stations by base and name, with the number of users that the caller may see. */
export async function findStations(ctx: SignedInContext, request: StationListRequest): Promise<Page<StationRow>> {
  const { companyId, own, name } = request
  const ofOwnBase = own ? sql` and company_id = ${await baseOf(ctx, companyId)}` : sql``
  const named = name ? sql` and name ilike ${containing(name)}` : sql``
  const people = await visible(ctx, 'app_user', { as: 'u' })
  const stations = await visible(ctx, 'station', { companyId })
  const page = await findShortPage<Stored>(ctx.readDb, request, {
    from: sql`from station where ${stations}${ofOwnBase}${named}`,
    order: sql`order by company_id, name, id`,
    // Count the users of the stations on the page only.
    show: (shown) => sql<Stored>`select s.id, s.name, s.company_id, s.update_time, s.row_version,
        (select count(*)::int from app_user u where u.group_id = s.id and ${people}) as users
      from ${shown} s order by s.company_id, s.name, s.id`,
  })
  const book = await ctx.services.places.book()
  return shownPage(page, (row) => ({
    id: row.id,
    name: row.name,
    companyId: row.company_id,
    company: book.companies.get(row.company_id)?.name ?? '',
    users: row.users,
    updateTimeStr: businessTime(row.update_time, ctx.config.timeZone),
    rowVersion: row.row_version,
  }))
}

/** @throws AppError IN_USE while users belong to the station */
export async function refuseManned(trx: Transaction<Database>, id: number): Promise<void> {
  const member = await trx
    .selectFrom('app_user')
    .select('id')
    .where('group_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (member) throw new AppError('IN_USE')
}

/** @throws AppError NOT_FOUND for a station that is missing, deleted or of another base */
export async function checkStation(trx: Transaction<Database>, id: number, tenantId: number): Promise<void> {
  const found = await trx
    .selectFrom('station')
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
}
