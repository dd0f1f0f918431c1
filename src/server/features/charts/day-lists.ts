import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { readingOf, windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import { inStates, isPart, ofTerritory } from '#server/features/dailies/day-rows.ts'
import { notTakenBack } from '#server/features/devices/taken-back.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { Rate } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import type { DayChange, DayDevice, DayDevices, DayPart } from '#shared/day-lists.ts'
import { DeviceState, type DeviceType } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { Paging } from '#shared/paging.ts'
import { dailySums } from './queries.ts'
import { type DaySums, rateParts } from './series.ts'

/** Rows of a whole tenant that stand before a page, from the nearer end. */
const mostSkipped = 10_000

/** Who reads, and what the names are made with. Names of the staff are for the staff. */
export type Reader = { book: PlaceBook; timeZone: string; personal: boolean }
export type Stored = { site_id: number | null; client_id: number | null; account_id: number | null }
export type StoredChange = {
  from_state: DeviceState | null
  to_state: DeviceState
  cause: DayChange['cause']
  note: string | null
  by: string | null
  at: string
}

export const placeNames = ({ companies, clients, accounts }: PlaceBook, row: Stored) => ({
  site: companies.get(row.site_id ?? 0)?.name ?? null,
  client: clients.get(row.client_id ?? 0)?.name ?? null,
  account: accounts.get(row.account_id ?? 0)?.name ?? null,
})
export const changeOf = (change: StoredChange, { personal }: Reader): DayChange => ({
  from: change.from_state,
  to: change.to_state,
  cause: change.cause,
  note: personal ? null : change.note,
  by: personal ? null : change.by,
  at: new Date(change.at).toISOString(),
})

const known = sql`ever_reported and reported is not null`
/** The rows of device_daily that a part of a chart counts; the same as in the trigger of the roll-ups. */
export const partConditions: Record<`${Rate}Rate`, RawBuilder<unknown>> = {
  onlineRate: sql`${known} and state <= 'warn'`,
  offlineRate: sql`${known} and state = 'offline'`,
  complianceRate: sql`${known} and state <= 'warn' and compliant`,
}
const serviceParts = {
  inService: { condition: sql`${known} and state <= 'offline'`, count: ({ in_service }: DaySums) => in_service },
  online: { condition: partConditions.onlineRate, count: ({ online }: DaySums) => online },
}
const rateOfPart = { onlineRate: 'online', offlineRate: 'offline', complianceRate: 'compliance' } as const

function partOf(part: DayPart): { condition: RawBuilder<unknown>; count: (sums: DaySums) => number } {
  const state = DeviceState.safeParse(part).data
  if (state) return { condition: inStates([state]), count: (sums) => sums[state] }
  if (part === 'inService' || part === 'online') return serviceParts[part]
  const rate = part as keyof typeof rateOfPart
  return { condition: partConditions[rate], count: (sums) => rateParts(sums, rateOfPart[rate], 'inService')?.numerator ?? 0 }
}

export const dayStart = (day: Day, timeZone: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`
export const dayEnd = (day: Day, timeZone: string) => sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`
export const typeCondition = ({ type }: DeviceSet) => (type === undefined ? sql`` : sql` and type = ${type}`)

/**
 * The devices that a point of a chart counts, by tenant and number; how many there are says the same roll-up that drew the point.
 * @throws AppError TOO_WIDE for a page of a whole tenant that is far from both ends
 */
export async function dayDevices(
  db: Kysely<Database>,
  set: DeviceSet,
  { day, part: counted, ...paging }: { day: Day; part: DayPart } & Paging,
  reader: Reader,
): Promise<DayDevices> {
  const { condition, count } = partOf(counted)
  const [sums] = await dailySums(db, set, day, day)
  const totalCount = sums ? count(sums) : 0
  if (totalCount === 0) return { data: [], totalCount }
  const { offset, limit, reversed } = readingOf(windowOf(paging), totalCount)
  // What belongs to one owner or site is few, and read at once; pages of a whole tenant skip the rows before them.
  const part = isPart(set)
  if (!part && offset + limit > mostSkipped) throw new AppError('TOO_WIDE', { values: { rows: mostSkipped } })
  const way = reversed ? sql`desc` : sql`asc`
  type Row = Stored & { device_id: number; serial: string; type: DeviceType; state: DeviceState; hash_avg: number | null; change: StoredChange | null }
  const { rows } = await sql<Row>`with there as ${part ? sql`materialized` : sql`not materialized`} (select * from device_daily where ${ofTerritory(set, day)}),
    held as ${part ? sql`materialized` : sql`not materialized`} (
      select company_id, device_id, type, state, hash_avg, site_id, client_id, account_id from there where ${condition}${typeCondition(set)})
    select r.*, d.serial,
      (select json_build_object('from_state', e.from_state, 'to_state', e.to_state, 'cause', e.cause, 'note', e.note, 'by', u.name, 'at', e.at)
        from device_event e left join app_user u on u.id = e.user_id where e.device_id = r.device_id and ${notTakenBack}
        and e.at >= ${dayStart(day, reader.timeZone)} and e.at < ${dayEnd(day, reader.timeZone)} order by e.id desc limit 1) as change
    from (select * from held order by company_id ${way}, device_id ${way} limit ${limit} offset ${offset}) r
    join device d on d.id = r.device_id order by r.company_id, r.device_id`.execute(db)
  const data = rows.map(
    (row): DayDevice => ({
      deviceId: row.device_id,
      serial: row.serial,
      type: row.type,
      state: row.state,
      hashAvg: row.hash_avg,
      ...placeNames(reader.book, row),
      change: row.change && changeOf(row.change, reader),
    }),
  )
  return { data, totalCount }
}
