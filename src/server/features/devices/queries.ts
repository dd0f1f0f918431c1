import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countDevices, isUnfiltered, namedWithin, type Total } from '#server/db/device-counts.ts'
import {
  type DeviceSet,
  deviceConditions,
  isCounted,
  isLeafCounted,
  isOnSeveralNodes,
  onTheirNodes,
} from '#server/db/device-set.ts'
import { readingOf, type Window, windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { DeviceDetail, DeviceListRequest, DeviceRow } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { orderBy } from './id-order.ts'
import {
  allColumns,
  deviceColumns,
  isMany,
  isOwnColumn,
  type Order,
  orderedPart,
  orderOfPart,
  ownColumns,
  type Part,
} from './ordered-part.ts'
import { pageByPlace } from './page-by-place.ts'
import { partByPlace, placeOrderOf, sortedPartByPlace } from './place-order.ts'
import { addChecksAndFacts, deviceRow, type ReadDevice, withChecks } from './rows.ts'
import { isIndexed, refuseShortSerial, searchedPage } from './searched-page.ts'
import { fetchedByName, isLeftByIds, isOfSeveralByName, isOfSites, isPassedOver, mostNamed } from './set-shapes.ts'

/**
 * Up to this offset a plain query is cheapest. Above it, and for many tenants, only ids are read from the index, and
 * the rows are fetched afterwards.
 */
const shallowOffset = 1_000

/**
 * Up to this many devices are fetched and sorted, which is faster than an index scan in the order of the list, whatever
 * PostgreSQL estimates.
 */
const fewDevices = 500

/**
 * The most devices that a page may skip from the nearer end of the list. In the order of place names they are counted
 * instead. Skipping reads only an index, and every second time the page that tells whether the table has to be read too.
 */
const mostSkipped = 35_000
/** The same limit where the devices of each base are fetched in the order of ids, and merged. */
const mostMerged = 2_000

/** Up to this many devices are fetched and sorted for a page, wherever they are stored. */
const mostSorted = 30_000
/**
 * For more, at most this many rows may be fetched to find those of a page: others of the index, and those before the
 * page.
 */
const mostFetched = 15_000
/** The first pages up to this offset are allowed in any order. */
const leastTurned = 500

/**
 * Return how far a filtered list can be paged when its devices are found among all others: for each device, as many
 * rows are fetched as there are devices per match.
 */
async function mostMet(db: Kysely<Database>, set: DeviceSet, { totalCount }: Total): Promise<number> {
  const { everything, companyIds } = set
  const all = await countDevices(db, { everything, companyIds, siteIds: null, clientId: null, accountId: null })
  return Math.max(leastTurned, Math.floor((mostFetched * totalCount) / Math.max(all.totalCount, 1)))
}

/** Return the query for a page of rows in any order. */
function pageQuery(book: PlaceBook, set: DeviceSet, order: Order, window: Window & Part): RawBuilder<ReadDevice> {
  const { column, descending } = order
  if (!isOwnColumn(column))
    return placedRows(set, partByPlace(set, placeOrderOf(book, set, column, descending), window), descending)
  const field = ownColumns[column]
  // A client's machines of one type may all come after its others, so that only the index is read.
  const isMixed = set.clientId !== null && set.type !== undefined && field === 'serial'
  const isShallow = window.offset <= shallowOffset || isOfSites(set, order)
  // Each shard would plan a join of several bases again: `addChecksAndFacts` reads the rest side by side.
  if (isShallow && isOnSeveralNodes(set))
    return sql<ReadDevice>`${orderedPart(set, field, descending, window, allColumns)}`
  // Citus plans it faster than with a subquery, which only keeps the rest of skipped rows from being read.
  if (isShallow && set.spread && !isMixed && window.offset === 0)
    return sql<ReadDevice>`${orderedPart(set, field, descending, window, sql`${allColumns}, ${withChecks(set)}`)}`
  if (isShallow && !isMany(set) && !isMixed) {
    const rows = orderedPart(set, field, descending, window, allColumns)
    return sql<ReadDevice>`select ${deviceColumns}, ${withChecks(set)} from (${rows}) device ${orderOfPart(set, field, descending, 'device')}`
  }
  const ids = orderedPart(
    set,
    field,
    descending,
    window,
    field === 'id' ? sql`company_id, id` : sql`${sql.ref(field)}, id`,
  )
  return sql<ReadDevice>`select ${deviceColumns}, ${withChecks(set)} from (${ids}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)}
    ${orderOfPart(set, field, descending, 'page')}`
}

const placedRows = (set: DeviceSet, ids: RawBuilder<unknown>, descending: boolean) =>
  sql<ReadDevice>`select ${deviceColumns}, ${withChecks(set)} from (${ids}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)}
    order by page.rank, device.id ${descending ? sql`desc` : sql`asc`}`

/** Up to this many devices are fetched and sorted without a look at the index; as many rows of it are looked at. */
const mostWalked = 3_000

/**
 * Select the first devices of a tenant's set from the beginning of an index, or else all of the set: devices of a site
 * or a client that joined late come after all others in the order of serials or types.
 */
function walkedOrAll(set: DeviceSet, order: RawBuilder<unknown>, { offset, limit }: Window): RawBuilder<unknown> {
  const wanted = offset + limit
  const conditions = deviceConditions(set)
  return sql`with walked as materialized (select ${allColumns}
      from (select * from device where company_id = ${set.companyIds[0]} ${order} limit ${mostWalked}) device
      where ${conditions} ${order} limit ${wanted}),
    fetched as materialized (select ${allColumns} from device where ${conditions} and (select count(*) from walked) < ${wanted}),
    picked as (select * from walked where (select count(*) from walked) >= ${wanted} union all select * from fetched)`
}

/** Return the query for a page of a set that is known to be small: fetch its devices first, then sort. */
function fewQuery(
  book: PlaceBook,
  set: DeviceSet,
  { column, descending }: Order,
  window: Window,
  walks: boolean,
): RawBuilder<ReadDevice> {
  const fetched = sql`with picked as materialized (select ${allColumns} from device where ${deviceConditions(set)})`
  if (!isOwnColumn(column))
    return sql<ReadDevice>`${fetched} ${placedRows(set, sortedPartByPlace(placeOrderOf(book, set, column, descending), window), descending)}`
  const order = orderBy(ownColumns[column], descending)
  const picked = walks ? walkedOrAll(set, order, window) : fetched
  return sql<ReadDevice>`${picked} select ${deviceColumns}, ${withChecks(set)}
    from (select * from picked ${order} limit ${window.limit} offset ${window.offset}) device ${order}`
}

/** Return the part of a set whose devices are fetched, because a name has found few of them at some bases. */
async function fetchedSet(db: Kysely<Database>, set: DeviceSet, total: Total): Promise<DeviceSet | undefined> {
  const few = { ...set, companyIds: fetchedByName(set, total) }
  return few.companyIds.length === 0 ? undefined : { ...few, named: await namedWithin(db, few) }
}

/** The page and order of a request. The filters are in the set. */
type PageRequest = Pick<DeviceListRequest, 'page' | 'size' | 'orderColumn' | 'orderWay'>

const orderOf = ({ orderColumn, orderWay }: Pick<DeviceListRequest, 'orderColumn' | 'orderWay'>): Order => ({
  column: orderColumn ?? 'serial',
  descending: orderWay === 'desc',
})

/**
 * Return a page of the device table: sorted, counted and cut in the database, with names from memory.
 * @param known the number of devices, where it is known
 * @throws AppError TOO_WIDE for a page far from both ends of a long list, or for one or two characters of a serial in a
 * large fleet
 */
export async function findDevices(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  request: PageRequest,
  known?: Total,
): Promise<Page<DeviceRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const order = orderOf(request)
  const window = windowOf(request)
  const completed = async (rows: readonly ReadDevice[]): Promise<DeviceRow[]> => {
    await addChecksAndFacts(db, rows)
    return rows.map((row) => deviceRow(book, set, row))
  }
  const answer = async (
    { totalCount }: Pick<Total, 'totalCount'>,
    rows: readonly ReadDevice[],
  ): Promise<Page<DeviceRow>> => ({ data: await completed(rows), totalCount })
  await refuseShortSerial(db, set)
  if (isIndexed(set)) {
    const { totalCount, ids } = await searchedPage(db, book, set, order, window)
    const { rows } = await sql<ReadDevice>`select ${deviceColumns}, ${withChecks(set)}
      from unnest(${ids}::int[]) with ordinality wanted(id, place) join device on device.id = wanted.id${onTheirNodes('device.company_id', set)}
      order by wanted.place`.execute(db)
    return answer({ totalCount }, rows)
  }
  if (!isOwnColumn(order.column) && isLeafCounted(set)) {
    const { total, ids } = await pageByPlace(db, set, placeOrderOf(book, set, order.column, order.descending), window)
    return answer(total, ids ? (await placedRows(set, ids, order.descending).execute(db)).rows : [])
  }
  if (isUnfiltered(set) && window.offset <= shallowOffset) {
    // The page first: on several nodes further reads depend on it, and none on the count.
    const page = pageQuery(book, set, order, window).execute(db)
    const [data, { totalCount }] = await Promise.all([page.then(({ rows }) => completed(rows)), countDevices(db, set)])
    return { data, totalCount }
  }
  // The number of devices, and their tenants, decide how the page is read.
  const total = known ?? (await countDevices(db, set))
  const { named, ...others } = set
  // A name that all devices of whole bases have narrows nothing, but it would keep an index from skipping those before a
  // page.
  const mayBeAll = named !== undefined && total.totalCount > mostSorted && isCounted(others)
  if (mayBeAll && (await countDevices(db, others)).totalCount === total.totalCount)
    return findDevices(db, book, others, request, total)
  const reading = readingOf(window, total.totalCount)
  if (reading.limit === 0) return answer(total, [])
  const isPassed = isPassedOver(set, order)
  const isSorted = !isPassed && total.totalCount <= mostSorted
  const isMerged = isLeftByIds(set, order) || (isOfSites(set, order) && !isSorted)
  const most = isMerged ? mostMerged : isPassed || isSorted ? mostSkipped : await mostMet(db, set, total)
  if (reading.offset > most) throw new AppError('TOO_WIDE', { values: { rows: most } })
  const inhabited = { ...set, companyIds: total.companyIds }
  const way = { ...order, descending: order.descending !== reading.reversed }
  // Serials are ordered by type and owner: far along an index those of a set may all come after the others.
  const few =
    total.totalCount <= fewDevices ||
    (isSorted && reading.offset > leastTurned && !isLeftByIds(set, order)) ||
    (!isPassed && total.totalCount <= mostNamed && isOfSeveralByName(inhabited))
  // In the order of ids each filter has its index.
  const walks = !few && isSorted && order.column !== 'id' && inhabited.companyIds.length === 1 && !set.spread
  const query =
    few || walks
      ? fewQuery(book, inhabited, way, reading, walks && total.totalCount > mostWalked)
      : pageQuery(book, inhabited, way, { ...reading, fetched: await fetchedSet(db, inhabited, total) })
  const { rows } = await query.execute(db)
  return answer(total, reading.reversed ? rows.reverse() : rows)
}

/** @throws AppError NOT_FOUND both for a device that does not exist and for one outside of the set */
export async function getDevice(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  id: number,
): Promise<DeviceDetail> {
  if (set.companyIds.length === 0) throw new AppError('NOT_FOUND')
  const { rows } =
    await sql<ReadDevice>`select ${allColumns}, ${withChecks(set)} from device where id = ${id} and ${deviceConditions(set)}`.execute(
      db,
    )
  await addChecksAndFacts(db, rows)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return deviceRow(book, set, row)
}
