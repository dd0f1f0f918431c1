import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, onOneNode, onTheirNodes, type Territory, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { partConditions } from '#server/features/charts/day-lists.ts'
import { rangeOf } from '#server/features/charts/range.ts'
import { asDays, type DayReading, dayReading, readDays } from '#server/features/history/archived-months.ts'
import type { ArchiveFile } from '#server/services/archive/local-files.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { chosenColumns, type FileColumn, listFile } from '#server/services/spreadsheets/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import type { DeviceState, DeviceType } from '#shared/devices.ts'
import { type DailyColumn, type DailyExportRequest, dailyColumns } from '#shared/exports.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { inStates, isPart, ofTerritory } from './day-rows.ts'

const pageSize = 2_000

type DailyRow = {
  day: Day
  company_id: number
  device_id: number
  serial: string
  type: DeviceType
  state: DeviceState
  reported: boolean | null
  hash_avg: number | null
  hash_target: number
  compliant: boolean
  site_id: number
  client_id: number
  account_id: number
}

/** Return the states that match both filters; null = all. */
function statesOf(
  state: DeviceState | undefined,
  states: readonly DeviceState[] | undefined,
): readonly DeviceState[] | null {
  if (state === undefined) return states ?? null
  return states === undefined || states.includes(state) ? [state] : []
}

/**
 * Limit rows to these states. For whole tenants each state is read from its index, in order and up to one page. A
 * single query for all states would sort them again for every page.
 */
function heldIn(found: RawBuilder<unknown>, states: readonly DeviceState[] | null, part: boolean): RawBuilder<unknown> {
  if (states === null) return found
  if (part) return sql`${found} and ${inStates(states)}`
  const branches = states.map(
    (state) => sql`(${found} and ${inStates([state])} order by company_id, device_id limit ${pageSize})`,
  )
  return sql.join(branches, sql` union all `)
}

type Page = {
  place: Territory
  day: Day
  after: number
  type: RawBuilder<unknown>
  states: readonly DeviceState[] | null
}

/**
 * Return the rows of a page from the database or from the file of an archived month, with the same columns in the same
 * order.
 */
function readPage(
  db: Kysely<Database>,
  { archive, today }: DayReading,
  { place, day, after, type, states }: Page,
): Promise<DailyRow[]> {
  // A machine that left service after its report keeps the hash rate of that day. Compliance follows the rule of the
  // charts, so that the sums are equal.
  const shown = sql`${day}::text as day, company_id, device_id, type, state, reported, hash_avg, hash_target, (${partConditions.complianceRate}) as compliant, site_id, client_id, account_id`
  const narrowed = sql` and device_id > ${after}${type}`
  const page = sql`order by company_id, device_id limit ${pageSize}`
  const stored = () => {
    // Rows of a part of a tenant are stored together by owner. `offset 0` hides the device id from the planner, which
    // would otherwise scan the primary key of the whole day.
    const found = isPart(place)
      ? sql`select ${shown} from (select * from device_daily where ${ofTerritory(place, day)} offset 0) device_daily where true${narrowed}`
      : sql`select ${shown} from device_daily where ${ofTerritory(place, day)}${narrowed}`
    return sql`with held as ${isPart(place) ? sql`materialized` : sql`not materialized`} (${heldIn(found, states, isPart(place))})`
  }
  const archived = async (file: ArchiveFile) => {
    const own = sql`business_date = ${day}::date and ${sql.join(territoryConditions(place), sql` and `)}${narrowed}${states ? sql` and ${inStates(states)}` : sql``}`
    const rows = await archive.rows<object>(file, (days) => sql`select * from ${days} where ${own} ${page}`)
    return sql`with held as (select ${shown} from ${asDays(rows)})`
  }
  return readDays(db, today, { start: day, end: day }, async ([file]) => {
    const { rows } = await sql<DailyRow>`${file ? await archived(file) : stored()}
      select daily.*, device.serial from (select * from held ${page}) daily
      join device on ${onOneNode('device.company_id', 'daily.company_id', place)}device.id = daily.device_id${onTheirNodes('device.company_id', place)} order by daily.company_id, daily.device_id`.execute(
      db,
    )
    return rows
  })
}

/**
 * Return the pages of an export by day, tenant and device id. Each page starts after the last row of the page before.
 */
async function* dailyPages(
  db: Kysely<Database>,
  reading: DayReading,
  set: DeviceSet,
  days: readonly Day[],
  { state, states }: { state: DeviceState | undefined; states: readonly DeviceState[] | undefined },
): AsyncGenerator<DailyRow[], void, unknown> {
  if (set.companyIds.length === 0) return
  const type = set.type === undefined ? sql`` : sql` and type = ${set.type}`
  const chosenStates = statesOf(state, states)
  if (chosenStates?.length === 0) return
  for (const day of days) {
    let rest = set.companyIds.toSorted((left, right) => left - right)
    let last: { company_id: number; device_id: number } | null = null
    while (last !== null || rest.length > 0) {
      const place: Territory = { ...set, companyIds: last === null ? rest : [last.company_id] }
      const after: number = last?.device_id ?? 0
      const rows: DailyRow[] = await readPage(db, reading, { place, day, after, type, states: chosenStates })
      if (rows.length > 0) yield rows
      const end: DailyRow | undefined = rows.length < pageSize ? undefined : rows.at(-1)
      // A tenant that fills a page is read to its end before the tenants after it.
      if (last === null && !end) break
      last = end ?? null
      rest = end ? rest.filter((id) => id > end.company_id) : rest
    }
  }
}

const yesNo = (value: boolean | null, language: Language) =>
  value === null ? null : word(language, value ? 'device.worker.yes' : 'device.worker.no')
const asNumber = (value: boolean | null) => (value === null ? null : Number(value))
/** Round to three decimals: a `real` shows more digits than the feed had. */
const rounded = (rate: number | null) => (rate === null ? null : Math.round(rate * 1_000) / 1_000)

const columnsOf = (book: PlaceBook): Record<DailyColumn, FileColumn<DailyRow>> => ({
  date: { title: 'export.date', value: ({ day }) => day },
  serial: { title: 'device.column.serial', value: ({ serial }) => serial, text: true },
  type: { title: 'device.column.type', value: ({ type }) => type },
  state: {
    title: 'device.column.state',
    value: ({ state }) => state,
    shown: ({ state }, language) => word(language, `device.state.${state}`),
  },
  reported: {
    title: 'export.reported',
    value: ({ reported }) => asNumber(reported),
    shown: ({ reported }, language) => yesNo(reported, language),
  },
  hashAvg: { title: 'export.hashAvg', value: ({ hash_avg }) => rounded(hash_avg) },
  hashTarget: { title: 'export.hashTarget', value: ({ hash_target }) => rounded(hash_target) },
  compliant: {
    title: 'export.compliant',
    value: ({ compliant }) => Number(compliant),
    shown: ({ compliant }, language) => yesNo(compliant, language),
  },
  site: { title: 'device.column.site', value: ({ site_id }) => book.companies.get(site_id)?.name ?? null, text: true },
  client: {
    title: 'device.column.client',
    value: ({ client_id }) => book.clients.get(client_id)?.name ?? null,
    text: true,
  },
  account: {
    title: 'device.column.account',
    value: ({ account_id }) => book.accounts.get(account_id)?.name ?? null,
    text: true,
  },
})

/**
 * Export each device on each day of a range, with its state and owner of that day.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportDailies(ctx: SignedInContext, request: DailyExportRequest): Promise<FileParts> {
  const { places } = ctx.services
  const {
    format,
    language = ctx.request.language,
    columns = dailyColumns,
    state,
    states,
    businessDateQuery,
    ...filters
  } = request
  const book = await places.book()
  const set = await places.narrow(ctx.scope, filters)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const { start, end } = await rangeOf(ctx, { businessDateQuery, reservePeriod: 'day' })
  return listFile(ctx, {
    action: 'dailies.export',
    targetKind: 'device_daily',
    name: word(language, 'export.dailies'),
    format,
    ...chosenColumns(columnsOf(book), columns, format, language),
    pages: dailyPages(ctx.readDb, dayReading(ctx), set, daysBetween(start, end), { state, states }),
    filters: { ...filters, state, states, start, end },
  })
}
