import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, onOneNode, onTheirNodes, territoryConditions } from '#server/db/device-set.ts'
import { readingOf, windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import { inStates, isPart, ofTerritory } from '#server/features/dailies/day-rows.ts'
import { isStateChange, notUndoneIn } from '#server/features/devices/undone-events.ts'
import { asDays, type DayReading, readDays } from '#server/features/history/archived-months.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Rate } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import type { DayChange, DayDevice, DayDevices, DayPart } from '#shared/day-lists.ts'
import { DeviceState, type DeviceType, deviceStates } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { Paging } from '#shared/paging.ts'
import { dailySums } from './daily-sums.ts'
import { type DaySums, rateParts } from './day-rates.ts'

/**
 * The most rows of a whole tenant that a page may skip from the nearer end, and the most rows that may be read for
 * that, including those of other types or states.
 */
const mostSkipped = 10_000
const mostMet = 15_000

/** Who reads, and what names are made from. `personal` hides names of the staff, which only the staff may see. */
export type Reader = { book: PlaceBook; timeZone: string; personal: boolean; days: DayReading }
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
const online = inStates(['normal', 'low', 'warn'])
/**
 * The conditions for rows of device_daily that each rate counts, the same as in the trigger of the roll-ups. States are
 * listed because in the archive they are text without an order.
 */
export const partConditions: Record<`${Rate}Rate`, RawBuilder<unknown>> = {
  onlineRate: sql`${known} and ${online}`,
  offlineRate: sql`${known} and ${inStates(['offline'])}`,
  complianceRate: sql`${known} and ${online} and compliant`,
}
const serviceParts = {
  inService: {
    condition: sql`${known} and ${inStates(['normal', 'low', 'warn', 'offline'])}`,
    count: ({ in_service }: DaySums) => in_service,
  },
  online: { condition: partConditions.onlineRate, count: ({ online }: DaySums) => online },
}
const rateOfPart = { onlineRate: 'online', offlineRate: 'offline', complianceRate: 'compliance' } as const

function partOf(part: DayPart): { condition: RawBuilder<unknown>; count: (sums: DaySums) => number } {
  const state = DeviceState.safeParse(part).data
  if (state) return { condition: inStates([state]), count: (sums) => sums[state] }
  if (part === 'inService' || part === 'online') return serviceParts[part]
  const rate = part as keyof typeof rateOfPart
  return {
    condition: partConditions[rate],
    count: (sums) => rateParts(sums, rateOfPart[rate], 'inService')?.numerator ?? 0,
  }
}

/**
 * Return how many rows a page may be away from the nearer end of a whole tenant. An index scan in the order of ids also
 * reads the rows that do not count. States of trouble have an index of their own, so that only rows in that state are
 * read.
 */
async function reachable(
  db: Kysely<Database>,
  { type: _type, ...set }: DeviceSet,
  { day, part, totalCount }: { day: Day; part: DayPart; totalCount: number },
): Promise<number> {
  const [sums] = await dailySums(db, set, day, day)
  const state = part === 'offlineRate' ? 'offline' : DeviceState.safeParse(part).data
  const met = state !== undefined && state !== 'normal' ? [state] : deviceStates
  const among = met.reduce((sum, one) => sum + (sums?.[one] ?? 0), 0)
  return Math.min(mostSkipped, Math.floor((mostMet * totalCount) / Math.max(1, among)))
}

export const dayStart = (day: Day, timeZone: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`
export const dayEnd = (day: Day, timeZone: string) => sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`
export const typeCondition = ({ type }: DeviceSet) => (type === undefined ? sql`` : sql` and type = ${type}`)

const columns = sql`company_id, device_id, type, state, hash_avg, site_id, client_id, account_id`
type Row = Stored & {
  device_id: number
  serial: string
  type: DeviceType
  state: DeviceState
  hash_avg: number | null
  change: StoredChange | null
}
type Page = { condition: RawBuilder<unknown>; offset: number; limit: number; reversed: boolean }

/**
 * Return the rows of a page as a subquery, with the common table expressions (`before`) that it needs: from the
 * database, or from the file of an archived month.
 */
async function pageOf(
  set: DeviceSet,
  day: Day,
  page: Page,
  { archive }: DayReading,
  file: ArchiveFile | undefined,
): Promise<Record<'before' | 'rows', RawBuilder<unknown>>> {
  const way = page.reversed ? sql`desc` : sql`asc`
  const ordered = sql`order by company_id ${way}, device_id ${way} limit ${page.limit} offset ${page.offset}`
  const held = sql`${page.condition}${typeCondition(set)}`
  if (file) {
    const own = sql.join(territoryConditions(set), sql` and `)
    const rows = await archive.rows<object>(
      file,
      (days) =>
        sql`select ${columns} from ${days} where business_date = ${day}::date and ${own} and ${held} ${ordered}`,
    )
    return { before: sql``, rows: sql`(select ${columns} from ${asDays(rows)})` }
  }
  // One owner or site has few rows, which are read at once.
  const kept = isPart(set) ? sql`materialized` : sql`not materialized`
  const before = sql`with there as ${kept} (select * from device_daily where ${ofTerritory(set, day)}), held as ${kept} (select ${columns} from there where ${held})`
  return { before, rows: sql`(select * from held ${ordered})` }
}

/**
 * Return the devices that a point of a chart counts, ordered by tenant and id. The total comes from the same roll-up as
 * the point.
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
  // Pages of a whole tenant must skip the rows before them.
  if (!isPart(set)) {
    const most = await reachable(db, set, { day, part: counted, totalCount })
    if (offset + limit > most) throw new AppError('TOO_WIDE', { values: { rows: most } })
  }
  const rows = await readDays(db, reader.days.today, { start: day, end: day }, async ([file]) => {
    const page = await pageOf(set, day, { condition, offset, limit, reversed }, reader.days, file)
    const pageRows = (some: typeof page, tenants: readonly number[]) => sql<Row>`${some.before} select r.*, d.serial,
      (select json_build_object('from_state', e.from_state, 'to_state', e.to_state, 'cause', e.cause, 'note', e.note,
          'by', (select u.name from app_user u where u.id = e.user_id), 'at', e.at)
        from device_event e where e.company_id = r.company_id and e.device_id = r.device_id and ${notUndoneIn(set.spread ? (tenants[0] ?? 0) : null)}
        and ${isStateChange}${onTheirNodes('e.company_id', { ...set, companyIds: tenants })}
        and e.at >= ${dayStart(day, reader.timeZone)} and e.at < ${dayEnd(day, reader.timeZone)} order by e.id desc limit 1) as change
    from ${some.rows} r join device d on ${onOneNode('d.company_id', 'r.company_id', set)}d.id = r.device_id${onTheirNodes('d.company_id', { ...set, companyIds: tenants })}
    order by r.company_id, r.device_id`
    if (!set.spread) return (await pageRows(page, set.companyIds).execute(db)).rows
    // One query per tenant, on the node of its rows.
    const met = await sql<
      Stored & { company_id: number }
    >`${page.before} select * from ${page.rows} r order by company_id, device_id`.execute(db)
    const found: Row[] = []
    for (const tenant of new Set(met.rows.map(({ company_id }) => company_id))) {
      const own = met.rows.filter(({ company_id }) => company_id === tenant)
      const listed = { before: sql``, rows: sql`(select ${columns} from ${asDays(own)})` }
      found.push(...(await pageRows(listed, [tenant]).execute(db)).rows)
    }
    return found
  })
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
