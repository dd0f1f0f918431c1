import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Counted, cappedAt, countUpTo, mostListed } from '#server/db/capped-counts.ts'
import { type DeviceSet, isCounted, isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { byName } from '#shared/name-order.ts'
import { defaultWaitingDays, type RepairListRequest, type RepairSortColumn } from '#shared/repairs.ts'
import { isPart, type RecordFilters, recordConditions } from './conditions.ts'

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
export function orderOf(
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
export const waitingSince = (today: Day, days = defaultWaitingDays): Day => addDays(today, -days)

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
export async function countByBase(
  db: Kysely<Database>,
  { companyIds }: DeviceSet,
  conditions: RawBuilder<boolean>,
): Promise<Counted> {
  if (companyIds.length === 1) return countUpTo(db, sql`select 1 from repair_daily where ${conditions}`)
  const { rows } = await sql<{ total: number }>`select coalesce(sum(counted.records), 0)::int as total
    from (select company_id as base_id from repair_count where ${isOneOf('company_id', companyIds)} group by 1) base
    cross join lateral (select count(*) as records from (
      select 1 from repair_daily where ${conditions} and company_id = base.base_id limit ${mostListed + 1}) found) counted`.execute(
    db,
  )
  return cappedAt(rows[0]?.total ?? 0)
}

/** Count the records of a list, by the day counters where they know the number. */
export async function countRecords(
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
export const filtersOf = ({ deviceId, type, deviceSerial, outcome, worklist }: RecordFilters) => [
  deviceId,
  type,
  deviceSerial,
  outcome,
  worklist,
]

/** Columns with an index for their order; the serial only within one tenant. */
export const isIndexed = (column: RepairSortColumn, { companyIds }: DeviceSet) =>
  column === 'repairDate' || column === 'id' || (column === 'deviceSerial' && companyIds.length === 1)
