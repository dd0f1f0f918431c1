import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, territoryConditions } from '#server/db/device-set.ts'
import { windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import { notTakenBack } from '#server/features/devices/taken-back.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { Rate } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import type { ChangedDevice, DayChange, DayChanges, DayDevice, DayDevices, DayPart } from '#shared/day-lists.ts'
import { DeviceState, type DeviceType } from '#shared/devices.ts'
import type { Paging } from '#shared/paging.ts'
import { dailySums } from './queries.ts'
import { type DaySums, rateParts } from './series.ts'

/** Who reads, and what the names are made with. Names of the staff are for the staff. */
export type Reader = { book: PlaceBook; timeZone: string; personal: boolean }
type Stored = { site_id: number | null; client_id: number | null; account_id: number | null }
type StoredChange = { from_state: DeviceState | null; to_state: DeviceState; cause: DayChange['cause']; note: string | null; by: string | null; at: string }

const placeNames = ({ companies, clients, accounts }: PlaceBook, row: Stored) => ({
  site: companies.get(row.site_id ?? 0)?.name ?? null,
  client: clients.get(row.client_id ?? 0)?.name ?? null,
  account: accounts.get(row.account_id ?? 0)?.name ?? null,
})
const changeOf = (change: StoredChange, { personal }: Reader): DayChange => ({
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
  if (state) return { condition: sql`state = ${state}`, count: (sums) => sums[state] }
  if (part === 'inService' || part === 'online') return serviceParts[part]
  const rate = part as keyof typeof rateOfPart
  return { condition: partConditions[rate], count: (sums) => rateParts(sums, rateOfPart[rate], 'inService')?.numerator ?? 0 }
}

const dayStart = (day: Day, timeZone: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`
const dayEnd = (day: Day, timeZone: string) => sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`
const typeCondition = ({ type }: DeviceSet) => (type === undefined ? sql`` : sql` and type = ${type}`)

/** The devices that a point of a chart counts, by tenant and number; how many there are says the same roll-up that drew the point. */
export async function dayDevices(
  db: Kysely<Database>,
  set: DeviceSet,
  { day, part, ...paging }: { day: Day; part: DayPart } & Paging,
  reader: Reader,
): Promise<DayDevices> {
  const { condition, count } = partOf(part)
  const [sums] = await dailySums(db, set, day, day)
  const totalCount = sums ? count(sums) : 0
  if (totalCount === 0) return { data: [], totalCount }
  const { offset, limit } = windowOf(paging)
  type Row = Stored & { device_id: number; serial: string; type: DeviceType; state: DeviceState; hash_avg: number | null; change: StoredChange | null }
  const { rows } = await sql<Row>`select r.*, d.serial,
      (select json_build_object('from_state', e.from_state, 'to_state', e.to_state, 'cause', e.cause, 'note', e.note, 'by', u.name, 'at', e.at)
        from device_event e left join app_user u on u.id = e.user_id where e.device_id = r.device_id and ${notTakenBack}
        and e.at >= ${dayStart(day, reader.timeZone)} and e.at < ${dayEnd(day, reader.timeZone)} order by e.id desc limit 1) as change
    from (select company_id, device_id, type, state, hash_avg, site_id, client_id, account_id from device_daily
      where business_date = ${day}::date and ${sql.join(territoryConditions(set), sql` and `)}${typeCondition(set)} and ${condition}
      order by company_id, device_id limit ${limit} offset ${offset}) r
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

/** Whose change it is says the daily row of that day: a device that moved later stays with its former owner. */
function changesOf(set: DeviceSet, start: Day, end: Day, state: DeviceState | undefined, timeZone: string): RawBuilder<unknown> {
  const whole = set.siteIds === null && !set.withoutSiteIds?.length && set.clientId === null && set.accountId === null && set.type === undefined
  const owned = whole
    ? sql``
    : sql` and exists (select from device_daily where business_date = (e.at at time zone ${timeZone})::date
        and business_date between ${start}::date and ${end}::date and device_daily.company_id = e.company_id and device_id = e.device_id
        and ${sql.join(territoryConditions(set), sql` and `)}${typeCondition(set)})`
  const moved = state === undefined ? sql`` : sql` and (e.to_state = ${state} or e.from_state = ${state})`
  return sql`device_event e where e.company_id = any(${set.companyIds}::int[])
    and e.at >= ${dayStart(start, timeZone)} and e.at < ${dayEnd(end, timeZone)}${moved}${owned}
    and ${notTakenBack}`
}

/** Changes of state from one day to another, the newest first. */
export async function dayChanges(
  db: Kysely<Database>,
  set: DeviceSet,
  { start, end, state, ...paging }: { start: Day; end: Day; state?: DeviceState | undefined } & Paging,
  reader: Reader,
): Promise<DayChanges> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const events = changesOf(set, start, end, state, reader.timeZone)
  const { offset, limit } = windowOf(paging)
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${events}`.execute(db)
  const totalCount = counted.rows[0]?.total ?? 0
  if (totalCount === 0) return { data: [], totalCount }
  type Row = Stored & StoredChange & { id: string; device_id: number; serial: string }
  // Owners are those of the day, as everywhere in a chart; of a day without a row nobody but the staff of the tenant is told, and by what is now.
  const owner = (column: string) => sql`case when r.device_id is null then ${sql.ref(`d.${column}`)} else ${sql.ref(`r.${column}`)} end as ${sql.ref(column)}`
  const { rows } = await sql<Row>`select page.*, u.name as by, d.serial, ${owner('site_id')}, ${owner('client_id')}, ${owner('account_id')}
    from (select e.id, e.device_id, e.from_state, e.to_state, e.cause, e.note, e.user_id, e.at from ${events}
      order by e.at desc, e.id desc limit ${limit} offset ${offset}) page
    join device d on d.id = page.device_id
    left join device_daily r on r.company_id = d.company_id and r.device_id = page.device_id and r.business_date = (page.at at time zone ${reader.timeZone})::date
      and r.business_date between ${start}::date and ${end}::date
    left join app_user u on u.id = page.user_id order by page.at desc, page.id desc`.execute(db)
  const data = rows.map(
    (row): ChangedDevice => ({
      eventId: String(row.id),
      deviceId: row.device_id,
      serial: row.serial,
      ...placeNames(reader.book, row),
      ...changeOf(row, reader),
    }),
  )
  return { data, totalCount }
}
