import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { countDevices, countsByPlace, isUnfiltered, stateCounts, type Total } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions, isLeafCounted, isPicked, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { deviceStates } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { orderBy } from './id-order.ts'
import {
  deviceFileColumns,
  fileColumns,
  isOwnColumn,
  type Order,
  type OwnColumn,
  orderedPart,
  ownColumns,
} from './ordered-part.ts'
import { readPacked } from './packed-rows.ts'
import {
  idColumns,
  type NamedColumn,
  type PlaceOrder,
  partByPlace,
  placeOrderOf,
  sortedPartByPlace,
} from './place-order.ts'
import type { FiledDevice } from './rows.ts'
import { isOfSeveralByName } from './set-shapes.ts'

type Pages = AsyncGenerator<FiledDevice[], void, unknown>
type Reading = { db: Kysely<Database>; set: DeviceSet; size: number }

const stored: Record<OwnColumn, (device: FiledDevice) => string | number | boolean | null> = {
  id: ({ id }) => id,
  serial: ({ serial }) => serial,
  type: ({ type }) => type,
  state: ({ state }) => state,
  repairTimes: ({ repair_times }) => repair_times,
  activeWorker: ({ active_worker }) => active_worker,
  activeWorkerState: ({ active_worker_state }) => active_worker_state,
}

/**
 * Return the condition for rows after `last` in the order of the column. Row comparison fails on null, so rows without
 * a value are read in a separate pass.
 */
function afterDevice(column: OwnColumn, descending: boolean, last: FiledDevice): RawBuilder<boolean> {
  const sign = descending ? sql`<` : sql`>`
  const value = stored[column](last)
  if (column === 'id' || value === null) return sql<boolean>`id ${sign} ${last.id}`
  return sql<boolean>`(${sql.ref(ownColumns[column])}, id) ${sign} (${value}, ${last.id})`
}

async function* byOwnColumn({ db, set, size }: Reading, column: OwnColumn, descending: boolean): Pages {
  // Each of the two values by ids: PostgreSQL takes the rows after one of the value for few, and would sort all of them.
  if (column === 'activeWorkerState') {
    const values = set.activeWorkerState === undefined ? [descending, !descending] : [set.activeWorkerState]
    for (const activeWorkerState of values)
      yield* byOwnColumn({ db, set: { ...set, activeWorkerState }, size }, 'id', descending)
    return
  }
  const field = ownColumns[column]
  const valued = sql<boolean>`${sql.ref(field)} is not null`
  const empty = sql<boolean>`${sql.ref(field)} is null`
  const stretches = column === 'activeWorker' ? (descending ? [empty, valued] : [valued, empty]) : [null]
  for (const stretch of stretches) {
    let last: FiledDevice | undefined
    do {
      const conditions = [...(stretch ? [stretch] : []), ...(last ? [afterDevice(column, descending, last)] : [])]
      const after = conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`
      const query = orderedPart(set, field, descending, { limit: size, offset: 0, after }, fileColumns)
      const rows = await readPacked(
        db,
        set,
        sql`select ${deviceFileColumns} from (${query}) device ${orderBy(field, descending, 'device')}`,
      )
      if (rows.length > 0) yield rows
      last = rows.length === size ? rows.at(-1) : undefined
    } while (last)
  }
}

const placeOf: Record<NamedColumn, (device: FiledDevice) => number | null> = {
  site: ({ site_id }) => site_id,
  client: ({ client_id }) => client_id,
  account: ({ account_id }) => account_id,
}

/** Return the rest of a walk after a device; place null = the device has none. */
function orderFrom(order: PlaceOrder, placeId: number | null): PlaceOrder {
  if (placeId === null) return order.descending ? order : { ...order, placeIds: [] }
  return {
    ...order,
    placeIds: order.placeIds.slice(order.placeIds.indexOf(placeId)),
    unplaced: order.unplaced && !order.descending,
  }
}

async function* byPlaceName({ db, set, size }: Reading, order: PlaceOrder): Pages {
  const way = order.descending ? sql`desc` : sql`asc`
  // Descending order begins with the devices without a place: they are read first, as a walk without places.
  const stretches: PlaceOrder[] = order.descending
    ? [
        { ...order, placeIds: [] },
        { ...order, unplaced: false },
      ]
    : [order]
  for (const stretch of stretches) {
    let left = stretch
    let last: FiledDevice | undefined
    do {
      const after = last && sql<boolean>`id ${order.descending ? sql`<` : sql`>`} ${last.id}`
      const part = partByPlace(set, left, { limit: size, offset: 0, after })
      const rows = await readPacked(
        db,
        set,
        sql`select ${deviceFileColumns} from (${part}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)}
        order by page.rank, page.id ${way}`,
      )
      if (rows.length > 0) yield rows
      last = rows.length === size ? rows.at(-1) : undefined
      if (last) left = orderFrom(left, placeOf[order.column](last))
    } while (last)
  }
}

/**
 * Request the next page before the present one is handed over, so that the database reads while the consumer writes.
 */
async function* readAhead(pages: Pages): Pages {
  let next = pages.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = pages.next()
      // A failure is reported when the page is awaited; this avoids an unhandled rejection.
      next.catch(() => undefined)
      // Let the query be sent first; otherwise it would wait until the consumer has written the page.
      await setImmediate()
      yield value
    }
  } finally {
    await pages.return()
  }
}

/** Up to this many filtered devices are found and sorted at once. */
const mostPicked = 30_000
/** For more, at most this many rows may be fetched to find those of one page among the others. */
const mostFetched = 10_000
/** The page size limits of a filtered set. For larger pages PostgreSQL sorts the whole set. */
const [leastPiece, mostPiece] = [200, 1_000]
/** If a set has at least this share of its tenants' devices, an index scan meets few others. */
const mostOf = 0.5

/**
 * Return the pages of a filtered set: find the ids once and read them in parts. A query per page would search again and
 * read all other devices in its order.
 */
async function* picked({ db, set, size }: Reading, book: PlaceBook, { column, descending }: Order): Pages {
  // More than were counted, because devices may be added meanwhile.
  const all = { limit: 2 * mostPicked, offset: 0 }
  const found = sql`with picked as materialized (select ${fileColumns} from device where ${deviceConditions(set)})`
  const inOrder = isOwnColumn(column)
    ? sql`select id from picked ${orderBy(ownColumns[column], descending)}`
    : sql`select id from (${sortedPartByPlace(placeOrderOf(book, set, column, descending), all)}) placed order by rank, id ${descending ? sql`desc` : sql`asc`}`
  const { rows } = await sql<{
    ids: string | null
  }>`${found} select array_agg(id)::text as ids from (${inOrder}) sorted`.execute(db)
  const ids = readList(rows[0]?.ids)
  for (let start = 0; start < ids.length; start += size)
    yield await readPacked(
      db,
      set,
      sql`select ${deviceFileColumns} from unnest(${ids.slice(start, start + size)}::int[]) with ordinality wanted(id, place)
        join device on device.id = wanted.id${onTheirNodes('device.company_id', set)} order by wanted.place`,
    )
}

/** Return how many devices the tenants of a set have, in the set or not. */
async function countOfTenants(db: Kysely<Database>, { everything, companyIds }: DeviceSet): Promise<number> {
  const all = { everything, companyIds, siteIds: null, clientId: null, accountId: null }
  return (await countDevices(db, all)).totalCount
}

/**
 * Refuse a file of many devices of several bases, found by a name, in the order of ids: a base with few of them would
 * be read to its end for each page.
 * @throws AppError TOO_WIDE
 */
export function refuseWideOrder(set: DeviceSet, column: Order['column'], { totalCount }: Total): void {
  const isById = column === 'id' || column === 'activeWorkerState'
  if (isById && isOfSeveralByName(set) && totalCount > mostPicked)
    throw new AppError('TOO_WIDE', { word: 'error.sortTooWide', values: { rows: mostPicked } })
}

/**
 * Return the pages of a filtered set state by state, each in the order of ids: in the index by state, the devices of a
 * client or a site lie among all others of their tenant.
 * @param ofTenants how many devices the tenants of the set have
 */
export async function* byState(
  { db, set, size }: Reading,
  book: PlaceBook,
  descending: boolean,
  ofTenants: number,
): Pages {
  const counts = await stateCounts(db, set)
  const states = descending ? deviceStates.toReversed() : deviceStates
  for (const state of states)
    if (counts[state] > 0)
      yield* pagesOf(
        { db, set: { ...set, state }, size },
        book,
        { column: 'id', descending },
        {
          total: counts[state],
          ofTenants,
        },
      )
}

/** The devices of a set, and of its tenants, which an unfiltered set has all of. */
type Counts = { total: number; ofTenants: number }

async function* pagesOf(reading: Reading, book: PlaceBook, order: Order, { total, ofTenants }: Counts): Pages {
  const { db, set, size } = reading
  const share = isUnfiltered(set) ? 1 : total / Math.max(ofTenants, 1)
  if ((isPicked(set) || share < mostOf) && total <= mostPicked) return yield* readAhead(picked(reading, book, order))
  if (order.column === 'state' && set.state === undefined && share < mostOf && isLeafCounted(set))
    return yield* byState(reading, book, order.descending, ofTenants)
  const piece = isUnfiltered(set)
    ? size
    : Math.min(size, Math.max(leastPiece, Math.min(mostPiece, Math.floor(mostFetched * share))))
  yield* readAhead(await inOrder({ db, set, size: piece }, book, order))
}

/**
 * Return all devices of a set in the order of the list, at most `size` per page. Each page starts after the last device
 * of the page before. No cursor or transaction stays open, so that a slow consumer blocks nobody.
 * @param total how many devices the set has, where that is known
 */
export async function* devicePages(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  order: Order,
  size: number,
  total = Number.POSITIVE_INFINITY,
): Pages {
  const ofTenants = isUnfiltered(set) ? total : await countOfTenants(db, set)
  yield* pagesOf({ db, set, size }, book, order, { total, ofTenants })
}

async function inOrder(reading: Reading, book: PlaceBook, { column, descending }: Order): Promise<Pages> {
  const { db, set } = reading
  if (isOwnColumn(column)) return byOwnColumn(reading, column, descending)
  const order = placeOrderOf(book, set, column, descending)
  if (!isLeafCounted(set)) return byPlaceName(reading, order)
  // Counters tell which places have devices. Without them, a client's devices without a place would be searched among
  // all of the client's devices.
  const held = new Set((await countsByPlace(db, set, idColumns[column])).map(({ placeId }) => placeId))
  return byPlaceName(reading, {
    ...order,
    placeIds: order.placeIds.filter((id) => held.has(id)),
    unplaced: held.has(null),
  })
}
