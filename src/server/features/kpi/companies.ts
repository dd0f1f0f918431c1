import { type RawBuilder, sql } from 'kysely'
import { addCounts, countsBySite, countsOf } from '#server/db/device-counts.ts'
import { placedRows } from '#server/db/placed.ts'
import { countAccounts } from '#server/features/accounts/queries.ts'
import { lastDate } from '#server/features/charts/queries.ts'
import { countClients } from '#server/features/clients/queries.ts'
import { placesOf, type SiteSums } from '#server/features/cockpits/places.ts'
import { siteSums } from '#server/features/cockpits/site-sums.ts'
import { countSites } from '#server/features/sites/queries.ts'
import { tenantsInSight } from '#server/features/stations/queries.ts'
import { siteOfTrace, tracesFrom } from '#server/features/traces/rows.ts'
import { companiesInSight } from '#server/features/users/sight.ts'
import type { Company } from '#server/services/place-tree.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type BasicFigures, type CompanyCounts, groupOrders, type TopGroups, type TopGroupsAnswer } from '#shared/kpi.ts'
import { countedBy } from './counted-rows.ts'

const finished = 2

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
    sites: await countSites(db, book, set),
    clients: await countClients(db, book, set),
    accounts: await countAccounts(db, book, set),
    users: await counted(ctx, sql`from app_user where deleted_at is null${users}`),
    stations: await counted(ctx, sql`from station where deleted_at is null${stations}`),
    reports: await counted(ctx, sql`from report r where ${reports}`),
    certificates: await counted(ctx, sql`from report r where ${reports} and r.status = ${finished}`),
    traces: await counted(ctx, sql`${tracesFrom} where ${traces}`),
  }
}

/**
 * Every company in which the devices of a site count: the site and those above it; without a site, or on a deleted one, the base and
 * those above. Whatever stands below a deleted company ends there.
 */
function countedIn(companies: ReadonlyMap<number, Company>): (place: { companyId: number; siteId: number }) => ReadonlySet<number> {
  const known = new Map<string, ReadonlySet<number>>()
  return ({ companyId, siteId }) => {
    const key = `${companyId} ${siteId}`
    const counted = known.get(key)
    if (counted) return counted
    const ids = new Set<number>()
    for (const start of [siteId, companyId])
      for (let company = companies.get(start); company; ) {
        ids.add(company.id)
        company = company.deleted || company.superCompanyId === null ? undefined : companies.get(company.superCompanyId)
      }
    known.set(key, ids)
    return ids
  }
}

/**
 * Devices by state of a company and of every company below it, itself first, each with all that stands below it (C075);
 * the online rate is that of the business date, as in every chart.
 */
export async function companyRows(ctx: SignedInContext, companyId: number): Promise<CompanyCounts[]> {
  const set = await ctx.services.places.narrow(ctx.scope, { companyId })
  const { companies, withChildren } = await ctx.services.places.book()
  const standing = await countsBySite(ctx.readDb, set)
  const date = await lastDate(ctx.readDb, set)
  const days = date === null ? [] : await siteSums(ctx.readDb, set, date)
  const placeIds = countedIn(companies)
  const rows = withChildren(companyId).flatMap((id) => {
    const company = companies.get(id)
    return company && !company.deleted ? [{ company, counts: countsOf([]), days: [] as SiteSums[] }] : []
  })
  const byId = new Map(rows.map((row) => [row.company.id, row]))
  for (const site of standing)
    for (const id of placeIds(site)) {
      const row = byId.get(id)
      if (row) addCounts(row.counts, site.counts)
    }
  for (const site of days) for (const id of placeIds(site)) byId.get(id)?.days.push(site)
  return rows.map(({ company: { id, name, superCompanyId }, counts, days }): CompanyCounts => {
    const [place] = placesOf(days, () => ({ id, name }))
    return { id, name, superCompanyId, onlineRate: place?.onlineRate ?? null, ...counts }
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
