import { sql, type Transaction } from 'kysely'
import { containing, windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import { checkCompany, companiesInSight, reaches } from '#server/features/users/sight.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { StationListRequest, StationRow } from '#shared/stations.ts'

type Trx = Transaction<Database>

/**
 * The bases whose stations and amounts the caller works with; null = all of them.
 * @throws AppError NOT_FOUND for a company that is missing or out of reach, alike
 */
export async function tenantsInSight(ctx: SignedInContext, companyId?: number): Promise<number[] | null> {
  const companies = await companiesInSight(ctx, companyId)
  if (companies === null) return null
  const book = await ctx.services.places.book()
  return [...new Set(companies.flatMap((id) => book.companies.get(id)?.tenantId ?? []))]
}

/**
 * The base that a new row belongs to: that of `companyId`, or of the company the caller works in.
 * @throws AppError NOT_FOUND for a company that is missing or out of reach, alike
 */
export async function tenantFor(ctx: SignedInContext, companyId?: number): Promise<number> {
  if (companyId === undefined) return ctx.viewer.tenantId
  await checkCompany(ctx, companyId)
  const company = (await ctx.services.places.book()).companies.get(companyId)
  if (!company) throw new AppError('NOT_FOUND')
  return company.tenantId
}

/** A page of stations by base and name, with the number of people whom the caller may see. */
export async function findStations(ctx: SignedInContext, request: StationListRequest): Promise<Page<StationRow>> {
  const tenants = request.own ? [await tenantFor(ctx, request.companyId)] : await tenantsInSight(ctx, request.companyId)
  const people = await companiesInSight(ctx)
  const book = await ctx.services.places.book()
  const { offset, limit } = windowOf(request)
  let query = ctx.readDb.selectFrom('station').where('deleted_at', 'is', null)
  if (tenants) query = query.where('company_id', 'in', tenants)
  if (request.name) query = query.where('name', 'ilike', containing(request.name))
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const inSight = people === null ? sql`` : sql` and u.home_company_id = any(${people}::int[])`
  // People are counted of the stations that are shown.
  const page = query.select('id').orderBy('company_id').orderBy('name').orderBy('id').offset(offset).limit(limit)
  const rows = await ctx.readDb
    .selectFrom('station')
    .where('id', 'in', page)
    .select(['id', 'name', 'company_id', 'update_time', 'row_version'])
    .select(sql<number>`(select count(*)::int from app_user u where u.group_id = station.id and u.deleted_at is null${inSight})`.as('users'))
    .orderBy('company_id')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const data = rows.map(
    (row): StationRow => ({
      id: row.id,
      name: row.name,
      companyId: row.company_id,
      company: book.companies.get(row.company_id)?.name ?? '',
      users: row.users,
      updateTimeStr: businessTime(row.update_time, ctx.config.timeZone),
      rowVersion: row.row_version,
    }),
  )
  return { data, totalCount: total }
}

/** A station of the caller's, held until the end of the transaction. @throws AppError NOT_FOUND for one that is missing, deleted or foreign, alike */
export async function lockStation(trx: Trx, ctx: SignedInContext, id: number): Promise<{ name: string; company_id: number; row_version: number }> {
  const found = await trx
    .selectFrom('station')
    .select(['name', 'company_id', 'row_version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found || !(await reaches(ctx, found.company_id))) throw new AppError('NOT_FOUND')
  return found
}

/** @throws AppError NOT_FOUND for a station that is missing, deleted or of another base */
export async function checkStation(trx: Trx, id: number, tenantId: number): Promise<void> {
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
