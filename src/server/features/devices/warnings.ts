import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countsOf, deviceFacets } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions, onTheirNodes } from '#server/db/device-set.ts'
import { type Window, windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { DeviceCare } from '#shared/device-care.ts'
import { type WarningList, type WarningListRequest, type WarningSortColumn, type WarningState, warningStates } from '#shared/device-detail.ts'
import { AppError } from '#shared/errors.ts'
import { deviceColumns, orderedPart } from './ordered.ts'
import { findDevices } from './queries.ts'
import { type CheckedDevice, deviceRow, withChecks, withFacts } from './rows.ts'

type Counts = Record<WarningState, number>
type Warned = CheckedDevice & {
  assignee_id: number | null
  assignee: string | null
  note: string | null
  acknowledged_at: Date | null
  acknowledged_by: string | null
  reason: string | null
}

/** No index is in these orders: so many devices are sorted for them, and of more than these somebody has to say which. */
const measuredColumns = { hashRate: 'hash_rate', lastReportAt: 'last_report_at' } as const
const mostSorted = 50_000

async function countTroubled(db: Kysely<Database>, set: DeviceSet): Promise<Counts> {
  const { warn, low, offline } = countsOf(await deviceFacets(db, { ...set, states: warningStates }))
  return { warn, low, offline }
}

/** How many there are in each state of trouble. Most are not seen yet: those that are seen are counted, and taken off what the counters know. */
async function countsFor(db: Kysely<Database>, set: DeviceSet): Promise<Counts> {
  const { care, ...others } = set
  if (care?.acknowledged !== false || care.assigneeId !== undefined) return countTroubled(db, set)
  const all = await countTroubled(db, others)
  const seen = await countTroubled(db, { ...others, care: { acknowledged: true } })
  return { warn: all.warn - seen.warn, low: all.low - seen.low, offline: all.offline - seen.offline }
}

/** Selects (id, place) of a page in its order. */
function pageOf(set: DeviceSet, column: 'stateSince' | keyof typeof measuredColumns, descending: boolean, window: Window): RawBuilder<unknown> {
  if (column === 'stateSince') {
    const ids = orderedPart(set, 'state_since', descending, window, sql`id, state_since`)
    const way = descending ? sql`desc` : sql`asc`
    return sql`select id, row_number() over (order by state_since ${way}, id ${way}) as place from (${ids}) ordered`
  }
  const way = descending ? sql`desc nulls last` : sql`asc nulls first`
  const order = sql`order by ${sql.ref(measuredColumns[column])} ${way}, id`
  return sql`select id, row_number() over (${order}) as place from device where ${deviceConditions(set)} ${order} limit ${window.limit} offset ${window.offset}`
}

const careOf = (row: Warned): DeviceCare => ({
  acknowledged: row.acknowledged_at === null ? null : { by: row.acknowledged_by, at: row.acknowledged_at.toISOString(), reason: row.reason },
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee ?? '' },
  note: row.note,
})

/** The rows of a page in its order, with what was said of their present trouble. */
async function warnedRows(db: Kysely<Database>, set: DeviceSet, page: RawBuilder<unknown>): Promise<Warned[]> {
  const name = (column: string) => sql`(select u.name from app_user u where u.id = w.${sql.ref(column)})`
  const { rows } = await sql<Warned>`select ${deviceColumns}, ${withChecks(set)},
      w.assignee_id, ${name('assignee_id')} as assignee, w.note, w.acknowledged_at, ${name('acknowledged_by')} as acknowledged_by, w.reason
    from (${page}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)}
    left join device_care w on w.company_id = device.company_id${onTheirNodes('w.company_id', set)} and w.device_id = device.id and w.state_since = device.state_since
    order by page.place`.execute(db)
  return withFacts(db, set, rows)
}

const isPlain = (column: WarningSortColumn): column is Exclude<WarningSortColumn, 'stateSince' | keyof typeof measuredColumns> =>
  column !== 'stateSince' && !(column in measuredColumns)

/**
 * A page of devices in a state of trouble, the longest in it first unless told otherwise, with what people have said of each, and how many
 * there are in each such state.
 * @param personal the machines' owner asks: what the staff says is for the staff
 * @throws AppError TOO_WIDE for an order by what was measured of many devices, or a far page
 */
export async function findWarnings(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, request: WarningListRequest, personal = false): Promise<WarningList> {
  const { state: _, ...any } = set
  if (set.companyIds.length === 0) return { data: [], totalCount: 0, counts: { warn: 0, low: 0, offline: 0 } }
  const counts = await countsFor(db, any)
  const totalCount = counts[request.state]
  const troubled = { ...any, state: request.state }
  const { orderColumn: column = 'stateSince', orderWay } = request
  const descending = orderWay === 'desc'
  if (column in measuredColumns && totalCount > mostSorted) throw new AppError('TOO_WIDE', { word: 'error.sortTooWide', values: { rows: mostSorted } })
  let page: RawBuilder<unknown>
  if (isPlain(column)) {
    const found = await findDevices(db, book, troubled, { ...request, orderColumn: column })
    page = sql`select id, place from unnest(${found.data.map(({ id }) => id)}::int[]) with ordinality wanted(id, place)`
  } else page = pageOf(troubled, column, descending, windowOf(request))
  const rows = await warnedRows(db, set, page)
  const data = rows.map((row) => ({ ...deviceRow(book, row), care: personal ? null : careOf(row) }))
  return { data, totalCount, counts }
}
