import { type Kysely, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { addDays, type Day, daysBetween } from '#shared/dates.ts'
import { type RepairChart, type RepairChartRequest, repairChartDays } from '#shared/repair-chart.ts'
import { recordConditions } from './conditions.ts'
import { countedDays, isDayCounted } from './record-query.ts'

/**
 * Return the number of records a day or a month; days without one are 0, because no record means zero, not unknown
 * (R264).
 */
export async function repairChart(
  db: Kysely<Database>,
  set: DeviceSet,
  request: RepairChartRequest,
  today: Day,
): Promise<RepairChart> {
  const { line, reservePeriod, deviceSerial } = request
  const range: [Day, Day] = request.repairDateQuery ?? [addDays(today, 1 - repairChartDays), today]
  const counts = new Map<Day, number>()
  if (set.companyIds.length > 0) {
    const filters = { type: line, deviceSerial, repairDateQuery: range }
    const source = isDayCounted(set, filters)
      ? sql`select repair_date, sum(records)::int as records from ${countedDays(set, filters)}`
      : sql`select repair_date, count(*)::int as records from repair_daily where ${recordConditions(set, filters, today)}`
    const { rows } = await sql<{
      day: Day
      records: number
    }>`select repair_date::text as day, records from (${source} group by repair_date) counted`.execute(db)
    for (const { day, records } of rows) counts.set(day, records)
  }
  const points = new Map<string, number>()
  for (const day of daysBetween(...range)) {
    const point = reservePeriod === 'day' ? day : day.slice(0, 'YYYY-MM'.length)
    points.set(point, (points.get(point) ?? 0) + (counts.get(day) ?? 0))
  }
  return { xAxisData: [...points.keys()], series: [{ name: line, data: [...points.values()] }] }
}
