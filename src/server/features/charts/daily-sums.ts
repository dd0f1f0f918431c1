import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ColumnLists, columnLists, readLists } from '#server/db/column-lists.ts'
import type { DailyScopeTable } from '#server/db/daily-tables.ts'
import { type DeviceSet, isOneOf, type Territory, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { deviceStates } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { DaySums } from './day-rates.ts'

/**
 * Return the rows of daily_scope that add up to a territory, if it is narrowed by at most one kind of place. null = a
 * combination of places, which only the leaves have.
 */
export function placesOf(set: Territory): { kind: DailyScopeTable['kind']; ids: readonly number[] } | null {
  const narrowed = [set.siteIds, set.clientId, set.accountId].filter((part) => part !== null).length
  if (narrowed > 1 || (set.siteIds === null && set.withoutSiteIds?.length)) return null
  if (set.siteIds !== null) return { kind: 'site', ids: set.siteIds }
  if (set.clientId !== null) return { kind: 'client', ids: [set.clientId] }
  if (set.accountId !== null) return { kind: 'account', ids: [set.accountId] }
  return set.everything && !set.partial ? { kind: 'all', ids: [0] } : { kind: 'company', ids: set.companyIds }
}

/** The columns of a day's sums that charts use. */
export const sumColumns = [...deviceStates, 'in_service', 'online', 'compliant', 'unknown'] as const
/** Each of these columns summed over the rows of a group. */
export const summed = sql.join(sumColumns.map((column) => sql`sum(${sql.ref(column)})::int as ${sql.ref(column)}`))

/** Tell whether a set is one or more whole tenants, not narrowed to a place. */
export const isWhole = (set: Territory): boolean =>
  set.siteIds === null && set.clientId === null && set.accountId === null

/** Return the rows of the roll-up by type for whole tenants: one per tenant, type and day. */
export const typeSource = (set: Territory): RawBuilder<unknown> =>
  sql`daily_type where ${isOneOf('company_id', set.everything && !set.partial ? [0] : set.companyIds)}`

type Source = {
  rows: RawBuilder<unknown>
  /** There is at most one row for each day, by the primary key of its table. */
  isDaily?: boolean
  /** The rows to subtract: the sites in the bin, which are few compared with the whole tenant. */
  without?: RawBuilder<unknown>
}

function dailySource(set: DeviceSet): Source {
  const type = set.type === undefined ? sql`` : sql` and type = ${set.type}`
  const { withoutSiteIds = [], ...standing } = set
  if (isWhole(set) && withoutSiteIds.length > 0) {
    const inBin = { ...standing, everything: false, siteIds: withoutSiteIds }
    return { rows: dailySource(standing).rows, without: dailySource(inBin).rows }
  }
  const places = set.type === undefined ? placesOf(set) : null
  if (places) {
    const companies = places.kind === 'all' ? [0] : set.companyIds
    return {
      rows: sql`daily_scope where kind = ${places.kind} and ${isOneOf('scope_id', places.ids)} and ${isOneOf('company_id', companies)}`,
      isDaily: places.ids.length === 1 && companies.length === 1,
    }
  }
  if (isWhole(set)) return { rows: sql`${typeSource(set)}${type}` }
  return { rows: sql`daily_leaf where ${sql.join(territoryConditions(set), sql` and `)}${type}` }
}

const counted = ['total', ...sumColumns] as const
const kept = sql.join(counted.map((column) => sql.ref(column)))
const takenOff = sql.join(counted.map((column) => sql`-${sql.ref(column)}`))

/** Return the rows of a set from `start` to `end`, to be summed by business_date. */
function rowsBetween({ rows, without }: Source, start: Day, end: Day): RawBuilder<unknown> {
  const between = sql`business_date between ${start}::date and ${end}::date`
  if (!without) return sql`${rows} and ${between}`
  return sql`(select business_date, ${kept} from ${rows} and ${between}
    union all select business_date, ${takenOff} from ${without} and ${between}) standing`
}

/**
 * Convert lists in the order of `sumColumns` to one record per day. Written out, because assigning thousands of
 * properties by computed name takes longer than reading the rows.
 */
export function readDays(days: readonly Day[], lists: readonly (readonly number[])[]): DaySums[] {
  const [normal, low, warn, offline, repairing, repaired, lost, scrap, inService, online, compliant, unknown] = lists
  return days.map((day, at) => ({
    day,
    normal: normal?.[at] ?? 0,
    low: low?.[at] ?? 0,
    warn: warn?.[at] ?? 0,
    offline: offline?.[at] ?? 0,
    repairing: repairing?.[at] ?? 0,
    repaired: repaired?.[at] ?? 0,
    lost: lost?.[at] ?? 0,
    scrap: scrap?.[at] ?? 0,
    in_service: inService?.[at] ?? 0,
    online: online?.[at] ?? 0,
    compliant: compliant?.[at] ?? 0,
    unknown: unknown?.[at] ?? 0,
  }))
}

/**
 * The most days for one machine type at a part of a tenant. Only the leaves have these, with many rows per day on many
 * database pages.
 */
const mostDaysOfType = 900

/**
 * Return the sums per business day from `start` to `end`, both inclusive. A day without a row is unknown. Reads only
 * the roll-ups.
 * @throws AppError TOO_WIDE for one machine type of a part of a tenant over more than `mostDaysOfType` days
 */
export async function dailySums(db: Kysely<Database>, set: DeviceSet, start: Day, end: Day): Promise<DaySums[]> {
  if (set.companyIds.length === 0) return []
  if (set.type !== undefined && !isWhole(set) && addDays(start, mostDaysOfType) <= end)
    throw new AppError('TOO_WIDE', { word: 'error.periodTooWide', values: { days: mostDaysOfType } })
  const source = dailySource(set)
  const kept = rowsBetween(source, start, end)
  const sums = sql`${summed} from ${kept} group by business_date having sum(total) > 0 order by business_date`
  // Citus would execute the nested query separately and copy its rows, which takes as long as the query; for one base,
  // it routes a query of one table without planning it.
  if (set.spread && !source.isDaily)
    return (await sql<DaySums>`select business_date::text as day, ${sums}`.execute(db)).rows
  const byDay = set.spread ? sql`${kept} and total > 0` : sql`(select business_date, ${sums}) by_day`
  const { rows } = await sql<
    ColumnLists & { days: string | null }
  >`select array_agg(business_date)::text as days, ${columnLists(sumColumns)} as lists from ${byDay}`.execute(db)
  const days = readDays(rows[0]?.days?.slice(1, -1).split(',') ?? [], readLists(rows[0]?.lists))
  // A table has no order, although it is usually read in that of its key.
  return set.spread ? days.sort((one, other) => (one.day < other.day ? -1 : 1)) : days
}
