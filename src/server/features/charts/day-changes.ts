import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type DeviceSet,
  isOnSeveralNodes,
  onOneNode,
  onTheirNodes,
  territoryConditions,
} from '#server/db/device-set.ts'
import { windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import { isStateChange, notUndoneIn } from '#server/features/devices/undone-events.ts'
import { asDays, readDays } from '#server/features/history/archived-months.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import type { Day } from '#shared/dates.ts'
import type { ChangedDevice, DayChanges } from '#shared/day-lists.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { Paging } from '#shared/paging.ts'
import {
  changeOf,
  dayEnd,
  dayStart,
  placeNames,
  type Reader,
  type Stored,
  type StoredChange,
  typeCondition,
} from './day-lists.ts'

/**
 * The most events that one call reads over all tenants. Each tenant gets an equal share, at least `leastRead`, because
 * the events of a small tenant are on different pages of the table.
 */
const mostRead = 6_000
const leastRead = 20
/**
 * The most changes that one call checks one by one: whether they were undone and, for a part of a tenant, who owned the
 * device.
 */
const mostLooked = { whole: 6_000, part: 2_000 }

/** `tenants` = how many tenants share what one call may read; default: the number in the set. */
export type DayChangesFilters = { start: Day; end: Day; state?: DeviceState | undefined; tenants?: number } & Paging
type Found = {
  total: number
  changes: (Stored & StoredChange & { id: number; device_id: number; serial: string })[] | null
  searched_from: string | null
}

const isWhole = (set: DeviceSet) =>
  set.siteIds === null &&
  !set.withoutSiteIds?.length &&
  set.clientId === null &&
  set.accountId === null &&
  set.type === undefined

/**
 * The daily rows of changes in archived months, as a common table expression; null = the range has no archived month.
 */
type Archived = RawBuilder<unknown> | null

/** Return the condition that the daily row of a change `e` belongs to the set. */
function isOwned(
  set: DeviceSet,
  { start, end }: DayChangesFilters,
  timeZone: string,
  archived: Archived,
): RawBuilder<unknown> {
  if (isWhole(set)) return sql``
  const own = sql`${sql.join(territoryConditions(set), sql` and `)}${typeCondition(set)}`
  const day = sql`(e.at at time zone ${timeZone})::date`
  // As a subquery per row this uses the primary key of the daily rows. As a plain condition PostgreSQL joined it with
  // all days of an owner.
  const stored = sql`coalesce((select true from device_daily where business_date = ${day}
        and business_date between ${start}::date and ${end}::date and device_daily.company_id = e.company_id and device_id = e.device_id
        and ${own} limit 1), false)`
  return archived
    ? sql` and (${stored} or (e.company_id, e.device_id, ${day}) in (select company_id, device_id, business_date from archived where ${own}))`
    : sql` and ${stored}`
}

/**
 * Return the newest changes of a range as common table expressions: `looked` = the newest events of each tenant, `edge`
 * = the oldest point down to which `looked` is complete, `candidates` = the events that may count, `found` = those that
 * do. The owner comes from the daily row of the day of the change: a device that moved later still belongs to its
 * former owner here.
 * @param owned condition that a candidate `e` belongs to the set
 */
function newestChanges(
  set: DeviceSet,
  { start, end, state, tenants: sharing }: DayChangesFilters,
  timeZone: string,
  owned: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const share = Math.max(leastRead, Math.floor(mostRead / (sharing ?? set.companyIds.length)))
  const moved = state === undefined ? sql`true` : sql`(to_state = ${state} or from_state = ${state})`
  const [only] = set.companyIds
  // On several nodes each tenant has a query of its own, with its id as a constant.
  const [tenants, tenant] = set.spread
    ? [sql``, sql`${only}`]
    : [sql`unnest(${[...set.companyIds]}::int[]) company(id) cross join lateral`, sql.ref('company.id')]
  return sql`looked as materialized (
      select events.* from ${tenants} (
        select e.id, e.company_id, e.device_id, e.from_state, e.to_state, e.cause, e.note, e.user_id, e.batch_id, e.at, row_number() over (order by e.at desc, e.id desc) as place
        from device_event e where e.company_id = ${tenant} and e.at >= ${dayStart(start, timeZone)} and e.at < ${dayEnd(end, timeZone)} and ${isStateChange}
        order by e.at desc, e.id desc limit ${share}) events),
    edge as (select at, id from looked where place = ${share} order by at desc, id desc limit 1),
    candidates as materialized (
      select * from looked where ${moved} and (not exists (select 1 from edge) or (at, id) >= (select at, id from edge))
      order by at desc, id desc limit ${isWhole(set) ? mostLooked.whole : mostLooked.part}),
    found as materialized (select * from candidates e where ${notUndoneIn(set.spread ? (only ?? 0) : null)}${owned})`
}

const pageOf = ({ offset, limit }: { offset: number; limit: number }) =>
  sql`page as (select * from found order by at desc, id desc limit ${limit} offset ${offset})`

/** Read from the archive the daily rows of the changes found. For a whole tenant, only those of the page are needed. */
async function readArchived(
  db: Kysely<Database>,
  set: DeviceSet,
  filters: DayChangesFilters,
  { days, timeZone }: Reader,
  files: readonly ArchiveFile[],
): Promise<Archived> {
  if (files.length === 0) return null
  const { rows: wanted } = await sql<{
    device: number
    day: Day
  }>`with ${newestChanges(set, filters, timeZone, sql``)}, ${pageOf(windowOf(filters))}
    select distinct device_id as device, (at at time zone ${timeZone})::date::text as day from ${isWhole(set) ? sql`page` : sql`found`}`.execute(
    db,
  )
  const rows: object[] = []
  for (const file of files) {
    const own = wanted.filter(({ day }) => day.startsWith(file.month))
    if (own.length === 0) continue
    const changed = sql`(select unnest(${own.map(({ device }) => device)}::int[]) as device_id, unnest(${own.map(({ day }) => day)}::text[])::date as business_date)`
    rows.push(
      ...(await days.archive.rows<object>(
        file,
        (stored) => sql`select stored.* from ${stored} stored join ${changed} using (device_id, business_date)`,
      )),
    )
  }
  return sql`archived as materialized (select * from ${asDays(rows)})`
}

/**
 * Return the changes of state between two days, newest first. In a long range only the newest changes are searched, and
 * `searchedFrom` is the start of what was searched, so that the work does not grow with the range.
 */
export async function dayChanges(
  db: Kysely<Database>,
  set: DeviceSet,
  filters: DayChangesFilters,
  reader: Reader,
): Promise<DayChanges> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  if (isOnSeveralNodes(set)) return changesOfEach(db, set, filters, reader)
  return readDays(db, reader.days.today, filters, async (files) =>
    findChanges(db, set, filters, reader, await readArchived(db, set, filters, reader, files)),
  )
}

/**
 * Return the changes of tenants on several nodes, with one query after the other. The result starts where the search
 * of all tenants is complete.
 */
async function changesOfEach(
  db: Kysely<Database>,
  { everything: _everything, ...set }: DeviceSet,
  filters: DayChangesFilters,
  reader: Reader,
): Promise<DayChanges> {
  const { offset, limit } = windowOf(filters)
  const tenants = set.companyIds.length
  const found: DayChanges[] = []
  for (const companyId of set.companyIds) {
    const own = { ...set, everything: false, companyIds: [companyId] }
    found.push(await findChanges(db, own, { ...filters, tenants, page: 1, size: offset + limit }, reader, null))
  }
  const since =
    found
      .flatMap(({ searchedFrom }) => searchedFrom ?? [])
      .toSorted()
      .at(-1) ?? ''
  const data = found
    .flatMap((one) => one.data)
    .filter(({ at }) => at >= since)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at) || Number(other.eventId) - Number(one.eventId))
    .slice(offset, offset + limit)
  const totalCount = found.reduce((sum, one) => sum + one.totalCount, 0)
  return { data, totalCount, ...(since === '' ? {} : { totalCapped: true, searchedFrom: since }) }
}

async function findChanges(
  db: Kysely<Database>,
  set: DeviceSet,
  filters: DayChangesFilters,
  reader: Reader,
  archived: Archived,
): Promise<DayChanges> {
  const most = isWhole(set) ? mostLooked.whole : mostLooked.part
  // Owners are those of the day, as in all charts. For a day without a row they are the present ones; only the staff of
  // the tenant sees such changes.
  const kept = (column: string) =>
    archived
      ? sql`case when a.device_id is null then ${sql.ref(`d.${column}`)} else ${sql.ref(`a.${column}`)} end`
      : sql.ref(`d.${column}`)
  const owner = (column: string) =>
    sql`case when r.device_id is null then ${kept(column)} else ${sql.ref(`r.${column}`)} end as ${sql.ref(column)}`
  const day = sql`(page.at at time zone ${reader.timeZone})::date`
  const joined = archived
    ? sql`left join archived a on a.company_id = page.company_id and a.device_id = page.device_id and a.business_date = ${day}`
    : sql``
  const { rows } =
    await sql<Found>`with ${archived ? sql`${archived}, ` : sql``}${newestChanges(set, filters, reader.timeZone, isOwned(set, filters, reader.timeZone, archived))},
    ${pageOf(windowOf(filters))},
    shown as (select page.id, page.device_id, page.from_state, page.to_state, page.cause, page.note, page.at, u.name as by, d.serial,
        ${owner('site_id')}, ${owner('client_id')}, ${owner('account_id')}
      from page join device d on ${onOneNode('d.company_id', 'page.company_id', set)}d.id = page.device_id${onTheirNodes('d.company_id', set)}
      left join device_daily r on r.company_id = page.company_id and r.device_id = page.device_id and r.business_date = ${day}
        and r.business_date between ${filters.start}::date and ${filters.end}::date${onTheirNodes('r.company_id', set)}
      ${joined}
      left join app_user u on u.id = page.user_id)
    select (select count(*)::int from found) as total, (select json_agg(shown order by shown.at desc, shown.id desc) from shown) as changes,
      to_jsonb(coalesce((select min(at) from candidates having count(*) = ${most}), (select at from edge))) #>> '{}' as searched_from`.execute(
      db,
    )
  const [found] = rows
  const data = (found?.changes ?? []).map(
    (row): ChangedDevice => ({
      eventId: String(row.id),
      deviceId: row.device_id,
      serial: row.serial,
      ...placeNames(reader.book, row),
      ...changeOf(row, reader),
    }),
  )
  const since = found?.searched_from ?? null
  return {
    data,
    totalCount: found?.total ?? 0,
    ...(since === null ? {} : { totalCapped: true, searchedFrom: new Date(since).toISOString() }),
  }
}
