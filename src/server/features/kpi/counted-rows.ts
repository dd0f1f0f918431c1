import { type RawBuilder, sql } from 'kysely'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { CertificateRows, CountedRow, groupOrders, StationRows } from '#shared/kpi.ts'
import type { Page, Paging } from '#shared/paging.ts'
import { within } from './days.ts'

const cancelled = 3
const finished = 2
type Order = (typeof groupOrders)[number]

/**
 * Build the queries that count the bars of stations. The bar and the list of its rows use the same ones: `of` by the id
 * of a station, and the stations. `count` is the number of rows of `of`, for a statement that begins with `before`.
 * @param together whether `count` reads all devices of the company at once: one by one, each costs four pages
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function countedBy(ctx: SignedInContext, companyId: number, together = false) {
  const stations = await visible(ctx, 'station', { as: 's', companyId })
  const people = await visible(ctx, 'app_user', { as: 'u', companyId })
  const { companies, keepsSumsOfAll } = await ctx.services.places.book()
  if (!companies.has(companyId)) throw new AppError('NOT_FOUND')
  const [devices, reports] = [
    await visible(ctx, 'device', { as: 'd', companyId }),
    await visible(ctx, 'report', { as: 'r', companyId }),
  ]
  const checks = sql`app_user u join device_check c on c.user_id = u.id`
  const of: Record<Order, (station: RawBuilder<unknown>) => RawBuilder<unknown>> = {
    users: (station) => sql`from app_user u where u.group_id = ${station} and ${people}`,
    devices: (
      station,
    ) => sql`from (select distinct c.device_id from ${checks} where u.group_id = ${station} and u.deleted_at is null) checked
      ${keepsSumsOfAll ? sql`cross join lateral (select * from device where device.id = checked.device_id offset 0) d` : sql`join device d on d.id = checked.device_id`}
      where ${devices}`,
    reports: (station) =>
      sql`from report r where r.station_id = ${station} and r.status <> ${cancelled} and ${reports}`,
  }
  const perStation = sql`reported as materialized (select r.station_id, count(*)::int as reports from report r
      where r.station_id is not null and r.status <> ${cancelled} and ${reports} group by r.station_id)`
  const reviewed = sql`reviewed as materialized (select s.id as group_id, c.device_id from station s cross join lateral (
        select distinct c.device_id from ${checks} where u.group_id = s.id and u.deleted_at is null offset 0) c where ${stations}),
      own as materialized (select d.id from device d where ${devices}),
      checked as materialized (select group_id, count(*)::int as devices from reviewed join own on own.id = reviewed.device_id group by group_id)`
  // Nodes do not count the machines of one station after the other, which are on the first node: all in one query.
  const before = keepsSumsOfAll
    ? sql`with ${perStation}${together ? sql`, ${reviewed}` : sql``}`
    : sql`with checked as materialized (select u.group_id, count(distinct d.id)::int as devices from ${checks} join device d on d.id = c.device_id
        where u.group_id is not null and u.deleted_at is null and ${devices} group by u.group_id)`
  const count = (order: Order, station: RawBuilder<unknown>) => {
    if (order === 'devices' && (together || !keepsSumsOfAll))
      return sql`coalesce((select devices from checked where checked.group_id = ${station}), 0)`
    if (order === 'reports' && keepsSumsOfAll)
      return sql`coalesce((select reports from reported where reported.station_id = ${station}), 0)`
    return sql`(select count(*)::int ${of[order](station)})`
  }
  return { of, count, before, stations: sql`from station s where ${stations}` }
}

/**
 * Select inspections finished between two business days.
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function finishedFrom(
  ctx: SignedInContext,
  companyId: number,
  start: string,
  end: string,
): Promise<RawBuilder<unknown>> {
  const placed = await visible(ctx, 'report', { as: 'r', companyId })
  return sql`from report r where ${placed} and r.status = ${finished} and ${within(sql`r.finished_at`, start, end, ctx.config.timeZone)}`
}

const columns: Record<Order, RawBuilder<unknown>> = {
  users: sql`u.id, coalesce(u.name, u.user_name) as name, u.home_company_id as "companyId", coalesce(u.nick_name, '') as what, null::timestamptz as at`,
  devices: sql`d.id, d.serial as name, coalesce(d.site_id, d.company_id) as "companyId", d.state::text as what, null::timestamptz as at`,
  reports: sql`r.id, r.report_number as name, coalesce(r.site_id, r.company_id) as "companyId", r.status::text as what, r.create_time as at`,
}

async function pageOf(
  ctx: SignedInContext,
  shown: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  paging: Paging,
): Promise<Page<CountedRow>> {
  type Stored = Omit<CountedRow, 'company' | 'at'> & { companyId: number; at: Date | null }
  const page = await findShortPage<Stored>(ctx.readDb, paging, {
    from,
    columns: shown,
    order: sql`order by at desc, name, id`,
  })
  const { companies } = await ctx.services.places.book()
  return shownPage(page, ({ companyId, at, ...row }) => ({
    ...row,
    company: companies.get(companyId)?.name ?? '',
    at: at === null ? null : businessTime(at, ctx.config.timeZone),
  }))
}

/**
 * Return the devices, reports or users that the bar of a station counts.
 * @throws AppError NOT_FOUND for a company or station out of reach
 */
export async function stationRows(
  ctx: SignedInContext,
  { companyId, stationId, by, ...paging }: StationRows,
): Promise<Page<CountedRow>> {
  const { of, stations } = await countedBy(ctx, companyId)
  const { rows } = await sql`select s.id ${stations} and s.id = ${stationId}`.execute(ctx.readDb)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
  return pageOf(ctx, columns[by], of[by](sql`${stationId}::int`), paging)
}

/**
 * Return the finished inspections that a month of the certificates counts.
 * @throws AppError NOT_FOUND for a company out of reach
 */
export async function certificateRows(
  ctx: SignedInContext,
  { companyId, month, ...paging }: CertificateRows,
): Promise<Page<CountedRow>> {
  const next = addDays(`${month}-28`, 4).slice(0, 'YYYY-MM'.length)
  const from = await finishedFrom(ctx, companyId, `${month}-01`, addDays(`${next}-01`, -1))
  const shown = sql`r.id, r.report_number as name, coalesce(r.site_id, r.company_id) as "companyId", r.status::text as what, r.finished_at as at`
  return pageOf(ctx, shown, from, paging)
}
