import { type Kysely, sql } from 'kysely'
import { type DeviceSet, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { isWhole, typeSource } from '#server/features/charts/daily-sums.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import type { DeviceType } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { MachineType } from '#shared/machine-types.ts'
import { type MachineSeries, stockNumber } from '#shared/stock.ts'

type TypeDay = { day: Day; type: DeviceType; in_service: number; online: number; unknown: number }
const monthOf = (day: Day) => day.slice(0, 'YYYY-MM'.length)
const defaultMonths = 12

/** Return the twelve months that end with `end`. */
export function lastMonths(end: Day): [Day, Day] {
  const first = new Date(`${monthOf(end)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + 1 - defaultMonths)
  return [first.toISOString().slice(0, 10), end]
}

/** Return the sums by type and business day, from the roll-up alone. */
async function typeDays(db: Kysely<Database>, set: DeviceSet, [start, end]: [Day, Day]): Promise<TypeDay[]> {
  if (set.companyIds.length === 0) return []
  const type = set.type === undefined ? sql`` : sql`and type = ${set.type}`
  const source =
    isWhole(set) && !set.withoutSiteIds?.length
      ? typeSource(set)
      : sql`daily_leaf where ${sql.join(territoryConditions(set), sql` and `)}`
  const { rows } =
    await sql<TypeDay>`select business_date::text as day, type, sum(in_service)::int as in_service, sum(online)::int as online,
      sum(unknown)::int as unknown
    from ${source} ${type} and business_date between ${start}::date and ${end}::date
    group by business_date, type having sum(total) > 0`.execute(db)
  return rows
}

/**
 * Maximum number of days for a part of a tenant, which has many roll-up rows a day. A whole tenant has one per day and
 * type.
 */
const mostDaysOfPart = 400

/**
 * Return machines by month and type, in service or online: the average per day over the known days, because a sum of
 * machine-days is no number of machines. Source: fleet.md, Rates
 * @throws AppError TOO_WIDE for a part of a tenant over more than `mostDaysOfPart` days
 */
export async function machineMonths(
  db: Kysely<Database>,
  set: DeviceSet,
  types: readonly MachineType[],
  range: [Day, Day],
  count: 'in_service' | 'online',
): Promise<MachineSeries[]> {
  const requested = daysBetween(...range)
  if (!isWhole(set) && requested.length > mostDaysOfPart)
    throw new AppError('TOO_WIDE', { word: 'error.periodTooWide', values: { days: mostDaysOfPart } })
  const days = (await typeDays(db, set, range)).filter(({ in_service, unknown }) => in_service > 0 || unknown === 0)
  const xAxisData = [...new Set(requested.map(monthOf))]
  const isMet = ({ name, retired }: MachineType) =>
    set.type === undefined ? !retired || days.some(({ type }) => type === name) : set.type === name
  return types.filter(isMet).map(({ name: type }) => ({
    machineName: type,
    totalNumber: xAxisData.map((month) => {
      const known = days.filter((day) => day.type === type && monthOf(day.day) === month)
      return known.length === 0
        ? null
        : stockNumber(Math.round((known.reduce((sum, day) => sum + day[count], 0) / known.length) * 100) / 100)
    }),
    xAxisData,
  }))
}
