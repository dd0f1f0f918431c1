import { type RawBuilder, sql } from 'kysely'
import { countsOf, type Facet } from '#server/db/device-counts.ts'
import { territoryConditions } from '#server/db/device-set.ts'
import { placedRows } from '#server/db/placed.ts'
import { findAccounts } from '#server/features/accounts/queries.ts'
import { lastDate } from '#server/features/charts/queries.ts'
import { findClients } from '#server/features/clients/queries.ts'
import { placesOf, type SiteSums } from '#server/features/cockpits/places.ts'
import { siteSums } from '#server/features/cockpits/site-sums.ts'
import { findSites } from '#server/features/sites/queries.ts'
import { tenantsInSight } from '#server/features/stations/queries.ts'
import { siteOfTrace, tracesFrom } from '#server/features/traces/rows.ts'
import { companiesInSight } from '#server/features/users/sight.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type BasicFigures, type CompanyCounts, groupOrders, type TopGroups, type TopGroupsAnswer } from '#shared/kpi.ts'
import { countedBy } from './counted-rows.ts'

const finished = 2
const onePage = { page: 1, size: 1 }

async function counted(ctx: SignedInContext, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${query}`.execute(ctx.readDb)
  return rows[0]?.count ?? 0
}

/** What a company has, each number as its list counts it (C073). @throws AppError NOT_FOUND for a company out of reach */
export async function basicFigures(ctx: SignedInContext, companyId: number): Promise<BasicFigures> {
  const { readDb: db } = ctx
  const { places } = ctx.services
  const set = await places.narrow(ctx.scope, { companyId })
  const book = await places.book()
  const people = await companiesInSight(ctx, companyId)
  const tenants = await tenantsInSight(ctx, companyId)
  const [reports, traces] = [await placedRows(ctx, 'r', companyId), await placedRows(ctx, 't', companyId, siteOfTrace)]
  const rows = await companyRows(ctx, companyId)
  const users = people === null ? sql`` : sql` and home_company_id = any(${people}::int[])`
  const stations = tenants === null ? sql`` : sql` and company_id = any(${tenants}::int[])`
  return {
    companyId,
    company: book.companies.get(companyId)?.name ?? '',
    devices: rows[0]?.total ?? 0,
    sites: (await findSites(db, book, set, onePage)).totalCount,
    clients: (await findClients(db, book, set, onePage)).totalCount,
    accounts: (await findAccounts(db, book, set, onePage)).totalCount,
    users: await counted(ctx, sql`from app_user where deleted_at is null${users}`),
    stations: await counted(ctx, sql`from station where deleted_at is null${stations}`),
    reports: await counted(ctx, sql`from report r where ${reports}`),
    certificates: await counted(ctx, sql`from report r where ${reports} and r.status = ${finished}`),
    traces: await counted(ctx, sql`${tracesFrom} where ${traces}`),
  }
}

type LeafRow = Facet & { companyId: number; siteId: number }

/**
 * Devices by state of a company and of every company below it, itself first, each with all that stands below it (C075);
 * the online rate is that of the business date, as in every chart.
 */
export async function companyRows(ctx: SignedInContext, companyId: number): Promise<CompanyCounts[]> {
  const set = await ctx.services.places.narrow(ctx.scope, { companyId })
  const { companies, withChildren } = await ctx.services.places.book()
  const leaves =
    set.companyIds.length === 0
      ? []
      : (
          await sql<LeafRow>`select company_id as "companyId", site_id as "siteId", state, sum(devices)::int as devices
            from device_leaf_count where ${sql.join(territoryConditions(set), sql` and `)} group by 1, 2, 3`.execute(ctx.readDb)
        ).rows
  const date = await lastDate(ctx.readDb, set)
  const days = date === null ? [] : await siteSums(ctx.readDb, set, date)
  const ids = withChildren(companyId).filter((id) => companies.get(id)?.deleted === false)
  return ids.flatMap((id): CompanyCounts[] => {
    const company = companies.get(id)
    if (!company) return []
    const below = new Set(withChildren(id))
    // A device stands on its site; without one, or on a deleted one, it stands at its base.
    const isBelow = ({ siteId, companyId }: Pick<SiteSums, 'siteId' | 'companyId'>) => below.has(siteId) || below.has(companyId)
    const [place] = placesOf(days.filter(isBelow), () => ({ id, name: company.name }))
    const counts = countsOf(leaves.filter(isBelow))
    return [{ id, name: company.name, superCompanyId: company.superCompanyId, onlineRate: place?.onlineRate ?? null, ...counts }]
  })
}

/**
 * Stations with the most devices that their people review, or with the most reports (C070).
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function topGroups(ctx: SignedInContext, { companyId, rows: limit, by }: TopGroups): Promise<TopGroupsAnswer> {
  const { companies } = await ctx.services.places.book()
  const { of, stations } = await countedBy(ctx, companyId)
  const { rows } = await sql<{ id: number; name: string; companyId: number; users: number; devices: number; reports: number }>`
    select * from (select s.id, s.name, s.company_id as "companyId",
        ${sql.join(groupOrders.map((order) => sql`(select count(*)::int ${of[order](sql`s.id`)}) as ${sql.ref(order)}`))}
      ${stations}) groups
    order by ${sql.ref(by)} desc, devices desc, reports desc, users desc, name, id limit ${limit}`.execute(ctx.readDb)
  const groups = rows.map((row) => ({ ...row, company: companies.get(row.companyId)?.name ?? '' }))
  return { provinces: groups.map(({ name }) => name), counts: groups.map((group) => group[by]), groups }
}
