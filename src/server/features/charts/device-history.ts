import { type Kysely, sql } from 'kysely'
import { countsOf } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions, isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { basesOfDevice } from '#server/features/devices/bases-of-device.ts'
import { asDays, type DayReading, readDays } from '#server/features/history/archived-months.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import type { DeviceCounts, DeviceState } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { DeviceHistory } from '#shared/rankings.ts'

type DayRow = {
  day: Day
  state: DeviceState
  reported: boolean | null
  ever_reported: boolean
  hash_avg: number | null
  hash_target: number
}

/** 100 = online, 0 = offline; null for a day without data or on which the device was not in service. */
const onlineRate = (row: DayRow | undefined): number | null => {
  if (!row?.ever_reported || row.reported === null) return null
  if (row.state === 'offline') return 0
  return row.state === 'normal' || row.state === 'low' || row.state === 'warn' ? 100 : null
}

/**
 * Return one device of a set day by day, with one lookup in the primary key per day, however large the fleet.
 * @throws AppError NOT_FOUND
 */
export async function deviceHistory(
  db: Kysely<Database>,
  reading: DayReading,
  set: DeviceSet,
  { id, start, end }: { id: number; start: Day; end: Day },
): Promise<DeviceHistory> {
  const found =
    set.companyIds.length === 0
      ? { rows: [] }
      : await sql<{
          company_id: number
        }>`select company_id from device where id = ${id} and ${deviceConditions(set)}`.execute(db)
  const [device] = found.rows
  if (!device) throw new AppError('NOT_FOUND')
  const days = daysBetween(start, end)
  const own = sql`${isOneOf('company_id', await basesOfDevice(db, set, { id, ...device }))} and device_id = ${id} and business_date between ${start}::date and ${end}::date`
  const rows = await readDays(db, reading.today, { start, end }, async (files) => {
    const archived: object[] = []
    for (const file of files)
      archived.push(
        ...(await reading.archive.rows<object>(file, (stored) => sql`select * from ${stored} where ${own}`)),
      )
    const more =
      archived.length === 0
        ? sql``
        : sql`union all select business_date::text, state, reported, ever_reported, hash_avg, hash_target from ${asDays(archived)}`
    const found =
      await sql<DayRow>`select day.day::text as day, r.state, r.reported, r.ever_reported, r.hash_avg, r.hash_target
      from unnest(${days}::date[]) day(day) cross join lateral (
        select state, reported, ever_reported, hash_avg, hash_target from device_daily where business_date = day.day and ${own}) r ${more}`.execute(
        db,
      )
    return found.rows
  })
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const known = days.map((day) => byDay.get(day))
  return {
    xAxisData: days,
    states: known.map((row) => row?.state ?? null),
    hashRate: known.map((row) => row?.hash_avg ?? null),
    hashTarget: known.map((row) => row?.hash_target ?? null),
    onlineRate: known.map(onlineRate),
  }
}

/** The most devices of one user that are looked up one by one, at about four database pages each. */
const mostReviewed = 4_000

/**
 * Count by state the devices of a set that a user reviews.
 * @throws AppError TOO_WIDE for a user with more devices than are looked up
 */
export async function reviewedCounts(db: Kysely<Database>, set: DeviceSet, userId: number): Promise<DeviceCounts> {
  if (set.companyIds.length === 0) return countsOf([])
  const { rows: counted } = await sql<{ checks: number }>`select count(*)::int as checks
    from (select 1 from device_check where user_id = ${userId} limit ${mostReviewed + 1}) checked`.execute(db)
  if ((counted[0]?.checks ?? 0) > mostReviewed)
    throw new AppError('TOO_WIDE', { word: 'device.reviewedTooWide', values: { devices: mostReviewed } })
  const { rows } = await sql<{ state: DeviceState; devices: number }>`select state, count(*)::int as devices from device
    where id in (select device_id from device_check where user_id = ${userId}) and ${deviceConditions(set)} group by state`.execute(
    db,
  )
  return countsOf(rows.map(({ state, devices }) => ({ state, devices, type: 'T30', repairTimes: 0 })))
}
