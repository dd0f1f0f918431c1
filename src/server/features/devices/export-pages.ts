import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { countDevices, isUnfiltered, stateCounts, type Total } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions, isLeafCounted, isPicked, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { deviceStates } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { orderBy } from './id-order.ts'
import { deviceFileColumns, fileColumns, isOwnColumn, type Order, ownColumns } from './ordered-part.ts'
import { readPacked } from './packed-rows.ts'
import { type Pages, pagesInOrder, type Reading } from './pages-in-order.ts'
import { placeOrderOf, sortedPartByPlace } from './place-order.ts'
import { isOfSeveralByName } from './set-shapes.ts'

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
  yield* readAhead(await pagesInOrder({ db, set, size: piece }, book, order))
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
