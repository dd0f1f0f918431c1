import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type Counted,
  cappedAt,
  countUpTo,
  isFew,
  isFiltered,
  mostListed,
  pageOfRows,
  readingWithin,
  refuseSorting,
} from '#server/db/capped-counts.ts'
import { type DeviceSet, isCounted, isOneOf } from '#server/db/device-set.ts'
import { type Window, windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import type { NameReader } from '#server/services/places/owner-names.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { byName } from '#shared/name-order.ts'
import type { Page } from '#shared/paging.ts'
import {
  defaultWaitingDays,
  type RepairListRequest,
  type RepairRow,
  type RepairSortColumn,
  type WorklistCounts,
  worklists,
} from '#shared/repairs.ts'
import { isPart, type RecordFilters, recordConditions } from './conditions.ts'
import { type Calendar, readRows } from './rows.ts'

const stored: Record<Exclude<RepairSortColumn, 'site'>, string> = {
  repairDate: 'repair_date',
  type: 'type',
  deviceSerial: 'device_serial',
  notes: 'notes',
  outcome: 'outcome',
  createTime: 'create_time',
  id: 'id',
}

const isAscending = ({
  orderColumn,
  orderWay,
  worklist,
}: Pick<RepairListRequest, 'orderColumn' | 'orderWay' | 'worklist'>): boolean =>
  orderWay === undefined
    ? orderColumn !== undefined || worklist === 'out' || worklist === 'waiting'
    : orderWay === 'asc'

/**
 * Return the base whose records are listed in the order of ids. Its condition is a range, and the order names it:
 * otherwise PostgreSQL follows the primary key and skips the records of all other bases. On several nodes, a range would
 * ask every shard: the base is a list of one.
 */
const listedById = (set: DeviceSet, { orderColumn }: Pick<RepairListRequest, 'orderColumn'>): number | undefined =>
  orderColumn === 'id' && set.companyIds.length === 1 && !isPart(set) ? set.companyIds[0] : undefined

/**
 * Return the order of the list: the newest day first; in the worklist of machines away, the longest absence first; ties
 * by id. `reversed` = from the last row.
 */
function orderOf(
  set: DeviceSet,
  { orderColumn, orderWay, worklist }: RepairListRequest,
  book: PlaceBook,
  reversed = false,
): RawBuilder<unknown> {
  const column = orderColumn ?? 'repairDate'
  const way = isAscending({ orderColumn, orderWay, worklist }) !== reversed ? sql`asc` : sql`desc`
  if (listedById(set, { orderColumn }) !== undefined) return sql`company_id ${way}, id ${way}`
  if (column !== 'site') return sql`${sql.ref(stored[column])} ${way}, id ${way}`
  const siteIds = [...book.companies.values()].sort(byName).map(({ id }) => id)
  return sql`array_position(${siteIds}::int[], site_id) ${way}, id ${way}`
}

/** Return the last day of return from which a device waits too long. */
const waitingSince = (today: Day, days = defaultWaitingDays): Day => addDays(today, -days)

/** `byDay`, `byId` = the direction of a list that is sorted by day, by id. */
export type RecordQuery = {
  conditions: RawBuilder<boolean>
  order: RawBuilder<unknown>
  byDay: 'asc' | 'desc' | null
  byId: 'asc' | 'desc' | null
}
export function recordQuery(set: DeviceSet, request: RepairListRequest, book: PlaceBook, today: Day): RecordQuery {
  const base = listedById(set, request)
  const own = set.spread
    ? sql<boolean>`company_id = any(array[${base}]::int[])`
    : sql<boolean>`company_id between ${base} and ${base}`
  const tenant = base === undefined ? undefined : own
  const way = isAscending(request) ? 'asc' : 'desc'
  return {
    conditions: recordConditions(set, request, waitingSince(today, request.waitingDays), tenant),
    order: orderOf(set, request, book),
    byDay: (request.orderColumn ?? 'repairDate') === 'repairDate' ? way : null,
    byId: request.orderColumn === 'id' ? way : null,
  }
}

/** Return whether the day counters give the number of matching records: only for whole tenants and any outcome. */
export const isDayCounted = (
  set: DeviceSet,
  { deviceId, deviceSerial, outcome, worklist, withVoided }: RecordFilters,
): boolean =>
  isCounted(set) &&
  !deviceSerial &&
  !withVoided &&
  [deviceId, outcome, worklist].every((filter) => filter === undefined)

/** Return the day counters of whole tenants that match the filters, as a table. */
export function countedDays(set: DeviceSet, { type, repairDateQuery }: RecordFilters): RawBuilder<unknown> {
  const conditions = [isOneOf('company_id', set.companyIds)]
  if (type !== undefined) conditions.push(sql<boolean>`type = ${type}`)
  if (repairDateQuery)
    conditions.push(sql<boolean>`repair_date between ${repairDateQuery[0]}::date and ${repairDateQuery[1]}::date`)
  return sql`repair_count where ${sql.join(conditions, sql` and `)}`
}

/**
 * Count records up to the limit of a list. On several nodes each shard counts those of its bases; it would send all of
 * them to a limit over all bases.
 */
async function countByBase(
  db: Kysely<Database>,
  { companyIds }: DeviceSet,
  conditions: RawBuilder<boolean>,
): Promise<Counted> {
  const { rows } = await sql<{ total: number }>`select coalesce(sum(counted.records), 0)::int as total
    from (select company_id as base_id from repair_count where ${isOneOf('company_id', companyIds)} group by 1) base
    cross join lateral (select count(*) as records from (
      select 1 from repair_daily where ${conditions} and company_id = base.base_id limit ${mostListed + 1}) found) counted`.execute(
    db,
  )
  return cappedAt(rows[0]?.total ?? 0)
}

async function countRecords(
  db: Kysely<Database>,
  set: DeviceSet,
  request: RepairListRequest,
  { conditions }: RecordQuery,
): Promise<Counted> {
  if (!isDayCounted(set, request))
    return set.spread
      ? countByBase(db, set, conditions)
      : countUpTo(db, sql`select 1 from repair_daily where ${conditions}`)
  const { rows } = await sql<{
    records: number
  }>`select coalesce(sum(records), 0)::int as records from ${countedDays(set, request)}`.execute(db)
  return { totalCount: rows[0]?.records ?? 0 }
}

/** Filters other than the place and the days; void records are few. */
const filtersOf = ({ deviceId, type, deviceSerial, outcome, worklist }: RecordFilters) => [
  deviceId,
  type,
  deviceSerial,
  outcome,
  worklist,
]

/** Columns with an index for their order; the serial only within one tenant. */
const isIndexed = (column: RepairSortColumn, { companyIds }: DeviceSet) =>
  column === 'repairDate' || column === 'id' || (column === 'deviceSerial' && companyIds.length === 1)

/**
 * Count the machines that wait and sort them by one statement: which of them do is in no index, so a page would read
 * as much again. Return null for more than a list counts, and for a page without a row that could say how many there
 * are.
 */
async function readWaiting(
  db: Kysely<Database>,
  { conditions, order }: RecordQuery,
  { limit, offset }: Window,
): Promise<{ ids: number[]; total: Counted } | null> {
  const { rows } = await sql<{ id: number; total: number }>`
    with found as materialized (select * from repair_daily where ${conditions} limit ${mostListed + 1})
    select id, (count(*) over ())::int as total from found order by ${order} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const totalCount = rows[0]?.total ?? 0
  if (totalCount > mostListed || (rows.length === 0 && offset > 0)) return null
  return { ids: rows.map(({ id }) => id), total: { totalCount } }
}

/**
 * Return a page of repair and return records.
 * @param reader the reader's scope, without the filters of the request
 * @throws AppError TOO_WIDE for a page far from both ends of many records, or for many records in an order without an
 * index
 */
export async function findRepairs(
  db: Kysely<Database>,
  reader: NameReader,
  set: DeviceSet,
  request: RepairListRequest,
  calendar: Calendar,
): Promise<Page<RepairRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const { book } = reader
  const query = recordQuery(set, request, book, calendar.today)
  const waiting = request.worklist === 'waiting' ? await readWaiting(db, query, windowOf(request)) : null
  if (waiting) return { data: await readRows(db, set, waiting.ids, reader, calendar), ...waiting.total }
  const total = await countRecords(db, set, request, query)
  if (!isIndexed(request.orderColumn ?? 'repairDate', set)) refuseSorting(total)
  const filters = filtersOf(request)
  const places = [set.clientId, set.accountId, set.siteIds].filter((place) => place !== null)
  // The machines away have an index of their own in the order of days.
  const isInOrder = request.worklist === 'out' && query.byDay !== null && places.length === 0
  // In the order of ids, records of one owner or site are rare.
  const narrowed = request.orderColumn === 'id' ? [...filters, ...places] : filters
  // Among several bases, one by one along the index of all days.
  const rare = isInOrder
    ? filtersOf({ ...request, worklist: undefined })
    : set.companyIds.length > 1
      ? [...filters, ...places]
      : narrowed
  const { reversed, ...window } = readingWithin(total, windowOf(request), isFiltered(narrowed))
  const found = sql`select * from repair_daily where ${query.conditions}`
  const page = pageOfRows(found, sql`order by ${orderOf(set, request, book, reversed)}`, window, isFew(total, rare))
  // Citus executes a nested query with a limit separately, and copies its rows.
  const { rows } = await sql<{ id: number }>`${set.spread ? page : sql`select id from ${page} page`}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return { data: await readRows(db, set, reversed ? ids.reverse() : ids, reader, calendar), ...total }
}

/** Return the number of records in each worklist. */
export async function countWorklists(
  db: Kysely<Database>,
  set: DeviceSet,
  request: RepairListRequest,
  today: Day,
): Promise<WorklistCounts> {
  const counts: WorklistCounts = { out: 0, waiting: 0, repeat: 0 }
  if (set.companyIds.length === 0) return counts
  const before = waitingSince(today, request.waitingDays)
  const parts = worklists.map((worklist) => {
    const conditions = recordConditions(set, { ...request, worklist, withVoided: false }, before)
    return sql`select ${worklist}::text as worklist, count(*)::int as records from repair_daily where ${conditions}`
  })
  const { rows } = await sql<{
    worklist: (typeof worklists)[number]
    records: number
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  for (const { worklist, records } of rows) counts[worklist] = records
  return counts
}
