import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type Counted,
  isFew,
  isFiltered,
  mostListed,
  pageOfRows,
  readingWithin,
  refuseSorting,
} from '#server/db/capped-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import { type Window, windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import type { NameReader } from '#server/services/places/owner-names.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Day } from '#shared/dates.ts'
import type { Page } from '#shared/paging.ts'
import { type RepairListRequest, type RepairRow, type WorklistCounts, worklists } from '#shared/repairs.ts'
import { recordConditions } from './conditions.ts'
import { type PagedRecord, pagedColumns, type WholeRecord, wholeColumns } from './gathered-rows.ts'
import {
  countByBase,
  countRecords,
  filtersOf,
  isIndexed,
  orderOf,
  type RecordQuery,
  recordQuery,
  waitingSince,
} from './record-query.ts'
import { type Calendar, readPagedRecords, readPageRows, readRows } from './rows.ts'

/**
 * Count the machines that wait and sort them by one statement: which of them do is in no index, so a page would read
 * as much again. Return null for more than a list counts, and for a page without a row that could say how many there
 * are.
 */
async function readWaiting(
  db: Kysely<Database>,
  { conditions, order }: RecordQuery,
  { limit, offset }: Window,
): Promise<{ ids: number[]; total: Counted } | null> {
  const { rows } = await sql<{ id: number; total: number }>`
    with found as materialized (select * from repair_daily where ${conditions} limit ${mostListed + 1})
    select id, (count(*) over ())::int as total from found order by ${order} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const totalCount = rows[0]?.total ?? 0
  if (totalCount > mostListed || (rows.length === 0 && offset > 0)) return null
  return { ids: rows.map(({ id }) => id), total: { totalCount } }
}

type Search = { set: DeviceSet; request: RepairListRequest; query: RecordQuery; book: PlaceBook; window: Window }

/** Return the filters that decide how far a list can be turned, and those that leave few records. */
function filtersBy({ set, request, query }: Search): Record<'narrowed' | 'rare', readonly unknown[]> {
  const filters = filtersOf(request)
  const places = [set.clientId, set.accountId, set.siteIds].filter((place) => place !== null)
  // The machines away have an index of their own in the order of days.
  const isInOrder = request.worklist === 'out' && query.byDay !== null && places.length === 0
  // In the order of ids, records of one owner or site are rare.
  const narrowed = request.orderColumn === 'id' ? [...filters, ...places] : filters
  // Among several bases, one by one along the index of all days.
  const rare = isInOrder
    ? filtersOf({ ...request, worklist: undefined })
    : set.companyIds.length > 1
      ? [...filters, ...places]
      : narrowed
  return { narrowed, rare }
}

/**
 * Return the columns of a page on several nodes. Of one base, Citus plans a page with all that its rows show for as much
 * processor time as the trips to the node that it saves; rows before the page would be read whole, too. Of several bases
 * each shard would plan the join.
 */
const columnsOnNodes = ({ companyIds }: DeviceSet, { offset }: Window): RawBuilder<unknown> =>
  companyIds.length === 1 && offset === 0 ? wholeColumns(companyIds) : pagedColumns

type Listed = PagedRecord | WholeRecord
type Reading = Window & { reversed: boolean; few: boolean }
/** Return the query for a page, as a table in brackets. */
const pageBy = ({ set, request, query, book }: Search, { reversed, few, ...window }: Reading): RawBuilder<Listed> =>
  sql<Listed>`${pageOfRows(
    sql`select ${set.spread && !few ? columnsOnNodes(set, window) : sql`*`} from repair_daily where ${query.conditions}`,
    sql`order by ${orderOf(set, request, book, reversed)}`,
    window,
    few,
  )}`

/** Count the records and decide how to read the page. @throws AppError TOO_WIDE */
async function countFirst(db: Kysely<Database>, search: Search): Promise<{ total: Counted; reading: Reading }> {
  const { set, request, query, window } = search
  const { narrowed, rare } = filtersBy(search)
  const total = await countRecords(db, set, request, query)
  if (!isIndexed(request.orderColumn ?? 'repairDate', set)) refuseSorting(total)
  return { total, reading: { ...readingWithin(total, window, isFiltered(narrowed)), few: isFew(total, rare) } }
}

async function findIds(db: Kysely<Database>, search: Search): Promise<{ ids: number[]; total: Counted }> {
  const waiting = search.request.worklist === 'waiting' ? await readWaiting(db, search.query, search.window) : null
  if (waiting) return waiting
  const { total, reading } = await countFirst(db, search)
  const { rows } = await sql<{ id: number }>`select id from ${pageBy(search, reading)} page`.execute(db)
  const ids = rows.map(({ id }) => id)
  return { ids: reading.reversed ? ids.reverse() : ids, total }
}

/**
 * Return the machines that wait from several nodes, in the order of days: Citus would gather a common table expression
 * and send it to every node again. The order is no column of an index, because few machines wait: the index of days
 * would be followed to its end. Often none waits, so what else a row shows is read afterwards.
 */
async function waitingByDay(db: Kysely<Database>, { set, query, window: { limit, offset } }: Search): Promise<Records> {
  const way = query.byDay === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<PagedRecord>`select ${pagedColumns} from repair_daily where ${query.conditions}
    order by repair_date + 0 ${way}, id ${way} limit ${limit} offset ${offset}`.execute(db)
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  const total = isLast ? { totalCount: offset + rows.length } : await countByBase(db, set, query.conditions)
  return { records: rows, total }
}

type Records = { records: readonly Listed[]; total: Counted }
type Completed = (records: readonly Listed[]) => Promise<RepairRow[]>
/** Return the same page from several nodes: Citus executes a nested query with a limit separately, and copies its rows. */
async function findOnNodes(db: Kysely<Database>, search: Search, completed: Completed): Promise<Page<RepairRow>> {
  const { set, request, query, window } = search
  const answer = async ({ records, total }: Records) => ({ data: await completed(records), ...total })
  if (request.worklist === 'waiting') {
    if (query.byDay !== null) return answer(await waitingByDay(db, search))
    const waiting = await readWaiting(db, query, window)
    if (waiting) return answer({ records: await readPagedRecords(db, set, waiting.ids), total: waiting.total })
  }
  const isFound = isIndexed(request.orderColumn ?? 'repairDate', set)
  if (window.offset === 0 && isFound && !isFiltered(filtersBy(search).rare)) {
    // Only a later page depends on the count, which takes as long as the page; the rest of the rows does not.
    const first = pageBy(search, { ...window, reversed: false, few: false }).execute(db)
    const [data, total] = await Promise.all([
      first.then(({ rows }) => completed(rows)),
      countRecords(db, set, request, query),
    ])
    return { data, ...total }
  }
  const { total, reading } = await countFirst(db, search)
  const { rows } = await pageBy(search, reading).execute(db)
  return answer({ records: reading.reversed ? rows.reverse() : rows, total })
}

/**
 * Return a page of repair and return records.
 * @param reader the reader's scope, without the filters of the request
 * @throws AppError TOO_WIDE for a page far from both ends of many records, or for many records in an order without an
 * index
 */
export async function findRepairs(
  db: Kysely<Database>,
  reader: NameReader,
  set: DeviceSet,
  request: RepairListRequest,
  calendar: Calendar,
): Promise<Page<RepairRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const { book } = reader
  const query = recordQuery(set, request, book, calendar.today)
  const search = { set, request, query, book, window: windowOf(request) }
  if (set.spread) return findOnNodes(db, search, (records) => readPageRows(db, records, reader, calendar))
  const { ids, total } = await findIds(db, search)
  return { data: await readRows(db, set, ids, reader, calendar), ...total }
}

/** Return the number of records in each worklist. */
export async function countWorklists(
  db: Kysely<Database>,
  set: DeviceSet,
  request: RepairListRequest,
  today: Day,
): Promise<WorklistCounts> {
  const counts: WorklistCounts = { out: 0, waiting: 0, repeat: 0 }
  if (set.companyIds.length === 0) return counts
  const before = waitingSince(today, request.waitingDays)
  const parts = worklists.map((worklist) => {
    const conditions = recordConditions(set, { ...request, worklist, withVoided: false }, before)
    return sql`select ${worklist}::text as worklist, count(*)::int as records from repair_daily where ${conditions}`
  })
  const { rows } = await sql<{
    worklist: (typeof worklists)[number]
    records: number
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  for (const { worklist, records } of rows) counts[worklist] = records
  return counts
}
