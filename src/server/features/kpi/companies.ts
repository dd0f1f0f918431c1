import { type RawBuilder, sql } from 'kysely'
import { countUpTo } from '#server/db/capped-counts.ts'
import { addCounts, countsOf } from '#server/db/device-counts.ts'
import type { RecordKind } from '#server/db/record-tables.ts'
import { countsBySite, countsIn } from '#server/db/territory-counts.ts'
import { visible, visibleCompanies, visibleCounts } from '#server/db/visible.ts'
import { countAccounts } from '#server/features/accounts/queries.ts'
import { lastDate } from '#server/features/charts/business-date.ts'
import { countClients } from '#server/features/clients/queries.ts'
import { isKnown } from '#server/features/cockpits/places.ts'
import { siteDays } from '#server/features/cockpits/site-sums.ts'
import { countSites } from '#server/features/sites/queries.ts'
import type { Company } from '#server/services/places/place-tree.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { percent } from '#shared/charts.ts'
import { AppError } from '#shared/errors.ts'
import {
  type BasicFigures,
  type CompanyCounts,
  groupOrders,
  type TopGroups,
  type TopGroupsAnswer,
} from '#shared/kpi.ts'
import { countedBy } from './counted-rows.ts'

async function counted(ctx: SignedInContext, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${query}`.execute(ctx.readDb)
  return rows[0]?.count ?? 0
}

/**
 * Count users, reports, certificates and traces from the counters. `people` = the companies whose users count; null =
 * all.
 */
async function recordsOf(ctx: SignedInContext, companyId: number, people: readonly number[] | null) {
  const placed = await visibleCounts(ctx, 'c', companyId)
  const inSight = people === null ? sql<boolean>`true` : sql<boolean>`company_id = any(${[...people]}::int[])`
  const sum = (kind: RecordKind, where: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(records) filter (where kind = ${sql.lit(kind)} and ${where}), 0)::int`
  const { rows } = await sql<
    Pick<BasicFigures, 'users' | 'reports' | 'certificates' | 'traces'>
  >`select ${sum('user', inSight)} as users,
    ${sum('report', placed)} as reports, ${sum('certificate', placed)} as certificates, ${sum('trace', placed)} as traces from record_count c`.execute(
    ctx.readDb,
  )
  const [figures] = rows
  if (!figures) throw new Error('a sum is one row')
  return figures
}

/**
 * Return the figures of a company, each counted as in its list (C073).
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function basicFigures(ctx: SignedInContext, companyId: number): Promise<BasicFigures> {
  const { readDb: db } = ctx
  const { places } = ctx.services
  const set = await places.narrow(ctx.scope, { companyId })
  const book = await places.book()
  const people = await visibleCompanies(ctx, companyId)
  const stations = await visible(ctx, 'station', { companyId })
  const { users, ...records } = await recordsOf(ctx, companyId, people)
  return {
    companyId,
    company: book.companies.get(companyId)?.name ?? '',
    devices: (await countsIn(db, set)).total,
    sites: await countSites(db, book, set),
    clients: await countClients(db, book, set),
    accounts: await countAccounts(db, book, set),
    users,
    stations: await counted(ctx, sql`from station where ${stations}`),
    ...records,
  }
}

/**
 * Return every company in which the devices of a site count: the site and those above it. Without a site, or with a
 * deleted one, these are the base and those above it. Devices of companies below a deleted one count only up to it.
 */
function countedIn(
  companies: ReadonlyMap<number, Company>,
  { companyId, siteId }: { companyId: number; siteId: number },
): number[] {
  const ids: number[] = []
  for (const start of [siteId, companyId])
    for (let company = companies.get(start); company && !ids.includes(company.id); ) {
      ids.push(company.id)
      company = company.deleted || company.superCompanyId === null ? undefined : companies.get(company.superCompanyId)
    }
  return ids
}

/**
 * Return devices by state for a company and every company below it, itself first, each including everything below it
 * (C075). The online rate is that of the business date, as in every chart.
 */
export async function companyRows(ctx: SignedInContext, companyId: number): Promise<CompanyCounts[]> {
  const set = await ctx.services.places.narrow(ctx.scope, { companyId })
  const { companies, withChildren } = await ctx.services.places.book()
  const counts = await countsBySite(ctx.readDb, set)
  const date = await lastDate(ctx.readDb, set)
  const days = date === null ? [] : await siteDays(ctx.readDb, set, date)
  const rows = withChildren(companyId).flatMap((id) => {
    const company = companies.get(id)
    return company && !company.deleted ? [{ company, counts: countsOf([]), online: 0, inService: 0 }] : []
  })
  const byId = new Map(rows.map((row) => [row.company.id, row]))
  for (const site of counts)
    for (const id of countedIn(companies, site)) {
      const row = byId.get(id)
      if (row) addCounts(row.counts, site.counts)
    }
  for (const site of days.filter(isKnown))
    for (const id of countedIn(companies, site)) {
      const row = byId.get(id)
      if (!row) continue
      row.online += site.online
      row.inService += site.inService
    }
  return rows.map(({ company: { id, name, superCompanyId }, counts, online, inService }): CompanyCounts => {
    return { id, name, superCompanyId, onlineRate: percent(online, inService), ...counts }
  })
}

/**
 * Maximum number of reports that a ranking of stations counts one by one, in addition to the machines that its users
 * review.
 */
const mostReports = 50_000

/** @throws AppError TOO_WIDE where there are more */
async function refuseLargeRanking(ctx: SignedInContext, companyId: number): Promise<void> {
  const { reports } = await recordsOf(ctx, companyId, null)
  if (reports > mostReports)
    throw new AppError('TOO_WIDE', { word: 'error.rankingTooWide', values: { reports: mostReports } })
}

/** Up to this number, the devices of a company are read at once, by an index that has no more than their ids. */
const mostTogether = 50_000
/** In a larger company, as many devices that users of its stations review are looked up one by one. */
const mostOneByOne = 2_000

/**
 * Return whether to read all devices of a company at once, as nodes always do.
 * @throws AppError TOO_WIDE where its devices are too many for that, and the reviewed ones too many to look up
 */
async function readsTogether(ctx: SignedInContext, companyId: number): Promise<boolean> {
  const { keepsSumsOfAll } = await ctx.services.places.book()
  if (!keepsSumsOfAll) return true
  const { total } = await countsIn(ctx.readDb, await ctx.services.places.narrow(ctx.scope, { companyId }))
  if (total <= mostTogether) return true
  const stations = await visible(ctx, 'station', { as: 's', companyId })
  const checked = sql`select 1 from station s cross join lateral (
    select c.device_id from app_user u join device_check c on c.user_id = u.id where u.group_id = s.id offset 0) c where ${stations}`
  if ((await countUpTo(ctx.readDb, checked, mostOneByOne)).totalCapped)
    throw new AppError('TOO_WIDE', { word: 'error.rankedDevicesTooMany', values: { devices: mostTogether } })
  return false
}

/**
 * Return the stations with the most devices that their users review, or with the most reports (C070).
 * @throws AppError NOT_FOUND for a company out of reach, TOO_WIDE for one with too many reports or devices
 */
export async function topGroups(
  ctx: SignedInContext,
  { companyId, rows: limit, by }: TopGroups,
): Promise<TopGroupsAnswer> {
  const { companies } = await ctx.services.places.book()
  if (!companies.has(companyId)) throw new AppError('NOT_FOUND')
  await refuseLargeRanking(ctx, companyId)
  const { count, before, stations } = await countedBy(ctx, companyId, await readsTogether(ctx, companyId))
  const { rows } = await sql<{
    id: number
    name: string
    companyId: number
    users: number
    devices: number
    reports: number
  }>`
    ${before} select * from (select s.id, s.name, s.company_id as "companyId",
        ${sql.join(groupOrders.map((order) => sql`${count(order, sql`s.id`)} as ${sql.ref(order)}`))}
      ${stations}) groups
    order by ${sql.ref(by)} desc, devices desc, reports desc, users desc, name, id limit ${limit}`.execute(ctx.readDb)
  const groups = rows.map((row) => ({ ...row, company: companies.get(row.companyId)?.name ?? '' }))
  return { provinces: groups.map(({ name }) => name), counts: groups.map((group) => group[by]), groups }
}
