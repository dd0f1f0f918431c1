import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { stateCounts } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions, isOneOf, onTheirNodes } from '#server/db/device-set.ts'
import { readingOf, type Window, windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import { namesOfUsers } from '#server/features/users/names-of-users.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { DeviceCare } from '#shared/device-care.ts'
import {
  type WarningList,
  type WarningListRequest,
  type WarningSortColumn,
  type WarningState,
  warningStates,
} from '#shared/device-detail.ts'
import { AppError } from '#shared/errors.ts'
import { allColumns, deviceColumns, orderedPart } from './ordered-part.ts'
import { findDevices } from './queries.ts'
import { addChecksAndFacts, deviceRow, type ReadDevice, withChecks } from './rows.ts'
import { type Found, findTroubled } from './troubled.ts'

type Counts = Record<WarningState, number>
interface Warned extends ReadDevice {
  assignee_id: number | null
  assignee: string | null
  note: string | null
  acknowledged_at: Date | null
  acknowledged_by: string | null
  reason: string | null
  /** Seconds since which the trouble lasts; a Date has no microseconds. */
  since?: number
  acknowledged_by_id?: number | null
}
const since = sql`date_part('epoch', state_since)`

/**
 * These orders have no index. At most this many devices are sorted for them; with more, the user must narrow the list.
 */
const measuredColumns = { hashRate: 'hash_rate', lastReportAt: 'last_report_at' } as const
const mostSorted = 50_000

async function countTroubled(db: Kysely<Database>, set: DeviceSet): Promise<Counts> {
  const { warn, low, offline } = await stateCounts(db, { ...set, states: warningStates })
  return { warn, low, offline }
}

/**
 * Count the devices in each state of trouble. When acknowledged ones are left out, they are subtracted from the
 * counters.
 */
async function countsFor(db: Kysely<Database>, { care, ...others }: DeviceSet, found: Found): Promise<Counts> {
  if (found === null) return countTroubled(db, care ? { ...others, care } : others)
  const { warn, low, offline } = found.picked ?? found.seen
  if (found.picked) return { warn: warn.length, low: low.length, offline: offline.length }
  const all = await countTroubled(db, others)
  return { warn: all.warn - warn.length, low: all.low - low.length, offline: all.offline - offline.length }
}

/** The window of a page, and the number of devices. */
type Cut = Window & { total: number }
type Reading = Window & { reversed: boolean }

/** Selects (id, place) of a page in its order. */
function pageOf(
  set: DeviceSet,
  column: 'stateSince' | keyof typeof measuredColumns,
  descending: boolean,
  { total, ...window }: Cut,
): RawBuilder<unknown> {
  if (column === 'stateSince') {
    // A page in the second half is read from the other end.
    const { reversed, ...part } = readingOf(window, total)
    const ids = orderedPart(set, 'state_since', descending !== reversed, part, sql`id, state_since`)
    const way = descending ? sql`desc` : sql`asc`
    return sql`select id, row_number() over (order by state_since ${way}, id ${way}) as place from (${ids}) ordered`
  }
  const way = descending ? sql`desc nulls last` : sql`asc nulls first`
  const order = sql`order by ${sql.ref(measuredColumns[column])} ${way}, id`
  return sql`select id, row_number() over (${order}) as place from device where ${deviceConditions(set)} ${order} limit ${window.limit} offset ${window.offset}`
}

const careOf = (row: Warned): DeviceCare => ({
  acknowledged:
    row.acknowledged_at === null
      ? null
      : { by: row.acknowledged_by, at: row.acknowledged_at.toISOString(), reason: row.reason },
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee ?? '' },
  note: row.note,
})

const name = (column: string) => sql`(select u.name from app_user u where u.id = w.${sql.ref(column)})`
const careColumns = sql`w.assignee_id, ${name('assignee_id')} as assignee, w.note, w.acknowledged_at, ${name('acknowledged_by')} as acknowledged_by, w.reason`
const withCare = (set: DeviceSet) =>
  sql`left join device_care w on w.company_id = device.company_id${onTheirNodes('w.company_id', set)} and w.device_id = device.id and w.state_since = device.state_since`

/** Return the rows of a page in its order, with acknowledgement, assignee and note of their present trouble. */
async function warnedRows(db: Kysely<Database>, set: DeviceSet, page: RawBuilder<unknown>): Promise<Warned[]> {
  const { rows } = await sql<Warned>`select ${deviceColumns}, ${withChecks(set)}, ${careColumns}
    from (${page}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)}
    ${withCare(set)} order by page.place`.execute(db)
  await addChecksAndFacts(db, rows)
  return rows
}

/** Add the acknowledgement, assignee and note of their present trouble to the rows of a page. */
async function addCare(db: Kysely<Database>, rows: readonly Warned[]): Promise<void> {
  const companyIds = [...new Set(rows.map(({ company_id }) => company_id))]
  const ids: number[] = []
  for (const { id } of rows) ids.push(id)
  const { rows: kept } =
    await sql<Warned>`select device_id as id, ${since} as since, assignee_id, note, acknowledged_at,
      acknowledged_by as acknowledged_by_id, reason
    from device_care where ${isOneOf('company_id', companyIds)} and device_id = any(${integers(ids)}::int[])`.execute(
      db,
    )
  const people: number[] = []
  for (const { assignee_id, acknowledged_by_id } of kept) people.push(assignee_id ?? 0, acknowledged_by_id ?? 0)
  const names = await namesOfUsers(db, people)
  for (const row of rows) {
    // Care applies to one trouble: another has begun at another time.
    const care = kept.find(({ id, since }) => id === row.id && since === row.since)
    row.assignee_id = care?.assignee_id ?? null
    row.assignee = names.get(row.assignee_id ?? 0) ?? null
    row.note = care?.note ?? null
    row.acknowledged_at = care?.acknowledged_at ?? null
    row.acknowledged_by = names.get(care?.acknowledged_by_id ?? 0) ?? null
    row.reason = care?.reason ?? null
  }
}

/**
 * Return the same rows of the longest or newest trouble on several nodes: first the devices, of one table, then side by
 * side what else is known of them. Citus routes each query without planning a join.
 */
async function warnedOnNodes(
  db: Kysely<Database>,
  set: DeviceSet,
  descending: boolean,
  { reversed, ...part }: Reading,
): Promise<Warned[]> {
  const page = orderedPart(set, 'state_since', descending !== reversed, part, sql`${allColumns}, ${since} as since`)
  const { rows } = await sql<Warned>`${page}`.execute(db)
  if (rows.length > 0) await Promise.all([addChecksAndFacts(db, rows), addCare(db, rows)])
  return reversed ? rows.reverse() : rows
}

const listedPage = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`select id, place from unnest(${integers(ids)}::int[]) with ordinality wanted(id, place)`

const isPlain = (
  column: WarningSortColumn,
): column is Exclude<WarningSortColumn, 'stateSince' | keyof typeof measuredColumns> =>
  column !== 'stateSince' && !(column in measuredColumns)

/**
 * Return a page of devices in a state of trouble, longest first by default, with their acknowledgement, assignee and
 * note, and the number of devices in each such state.
 * @param personal the caller is an owner of machines, who must not see the notes of the staff
 * @throws AppError TOO_WIDE for an order by measurement of too many devices, or a far page
 */
export async function findWarnings(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  request: WarningListRequest,
  personal = false,
): Promise<WarningList> {
  const { state: _, ...any } = set
  if (set.companyIds.length === 0) return { data: [], totalCount: 0, counts: { warn: 0, low: 0, offline: 0 } }
  const { state, orderColumn: column = 'stateSince', orderWay } = request
  const descending = orderWay === 'desc'
  const window = windowOf(request)
  const answer = (rows: readonly Warned[], counts: Counts): WarningList => ({
    data: rows.map((row) => ({ ...deviceRow(book, set, row), care: personal ? null : careOf(row) })),
    totalCount: counts[state],
    counts,
  })
  const found = await findTroubled(db, any)
  if (set.spread && found === null && column === 'stateSince' && window.offset === 0) {
    // Only a later page depends on the number of devices.
    const first = { ...window, reversed: false }
    const [counts, rows] = await Promise.all([
      countTroubled(db, any),
      warnedOnNodes(db, { ...any, state }, descending, first),
    ])
    return answer(rows, counts)
  }
  const counts = await countsFor(db, any, found)
  const totalCount = counts[state]
  if (column in measuredColumns && totalCount > mostSorted)
    throw new AppError('TOO_WIDE', { word: 'error.sortTooWide', values: { rows: mostSorted } })
  const { care, ...others } = any
  const picked = found?.picked?.[state]
  const seen = found?.seen?.[state]
  const troubled: DeviceSet = {
    ...others,
    state,
    ...(picked ? { ids: picked } : seen ? { withoutIds: seen } : care ? { care } : {}),
  }
  if (column === 'stateSince' && !picked && set.spread)
    return answer(await warnedOnNodes(db, troubled, descending, readingOf(window, totalCount)), counts)
  let page: RawBuilder<unknown>
  if (column === 'stateSince' && picked)
    page = listedPage((descending ? picked.toReversed() : picked).slice(window.offset, window.offset + window.limit))
  else if (isPlain(column)) {
    // Those left out were found for their number, which is known by now.
    const known = seen && { totalCount, companyIds: set.companyIds }
    const { data } = await findDevices(db, book, troubled, { ...request, orderColumn: column }, known)
    page = listedPage(data.map(({ id }) => id))
  } else page = pageOf(troubled, column, descending, { ...window, total: totalCount })
  return answer(await warnedRows(db, set, page), counts)
}
