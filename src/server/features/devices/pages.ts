import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { countDevices, countsByPlace, isUnfiltered } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions, isLeafCounted, isPicked, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import {
  deviceFileColumns,
  fileColumns,
  isOwnColumn,
  type Order,
  type OwnColumn,
  orderBy,
  orderedPart,
  ownColumns,
} from './ordered.ts'
import { readPacked } from './packed-rows.ts'
import type { FiledDevice } from './rows.ts'
import { idColumns, type NamedColumn, sortedByPlace, type Walk, walkedPart, walkOf } from './walk.ts'

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

/** Rows after `last` in the order of the column; a null ends a row comparison, so rows without a value are a stretch of their own. */
function afterDevice(column: OwnColumn, descending: boolean, last: FiledDevice): RawBuilder<boolean> {
  const sign = descending ? sql`<` : sql`>`
  const value = stored[column](last)
  if (column === 'id' || value === null) return sql<boolean>`id ${sign} ${last.id}`
  return sql<boolean>`(${sql.ref(ownColumns[column])}, id) ${sign} (${value}, ${last.id})`
}

async function* byOwnColumn({ db, set, size }: Reading, column: OwnColumn, descending: boolean): Pages {
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

/** What is left of a walk after a device; null place = it stood among those without one. */
function walkFrom(walk: Walk, placeId: number | null): Walk {
  if (placeId === null) return walk.descending ? walk : { ...walk, placeIds: [] }
  return {
    ...walk,
    placeIds: walk.placeIds.slice(walk.placeIds.indexOf(placeId)),
    unplaced: walk.unplaced && !walk.descending,
  }
}

async function* byPlaceName({ db, set, size }: Reading, walk: Walk): Pages {
  const way = walk.descending ? sql`desc` : sql`asc`
  // Descending begins with the devices that stand nowhere: read those first, as a walk without places.
  const stretches: Walk[] = walk.descending
    ? [
        { ...walk, placeIds: [] },
        { ...walk, unplaced: false },
      ]
    : [walk]
  for (const stretch of stretches) {
    let left = stretch
    let last: FiledDevice | undefined
    do {
      const after = last && sql<boolean>`id ${walk.descending ? sql`<` : sql`>`} ${last.id}`
      const part = walkedPart(set, left, { limit: size, offset: 0, after })
      const rows = await readPacked(
        db,
        sql`select ${deviceFileColumns} from (${part}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)}
        order by page.rank, page.id ${way}`,
      )
      if (rows.length > 0) yield rows
      last = rows.length === size ? rows.at(-1) : undefined
      if (last) left = walkFrom(left, placeOf[walk.column](last))
    } while (last)
  }
}

/** Asks for the next page before it hands over the present one, so that the database reads while the reader writes. */
async function* readAhead(pages: Pages): Pages {
  let next = pages.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = pages.next()
      // Told when it is asked for.
      next.catch(() => undefined)
      // A turn of the loop, in which the question leaves; otherwise it would wait until the page is written.
      await setImmediate()
      yield value
    }
  } finally {
    await pages.return()
  }
}

/** So many devices of a filter are found and sorted at once. */
const mostPicked = 30_000
/** Of more, so many may be fetched to find those of a piece among the others. */
const mostFetched = 10_000
/** Of a set that filters leave; for larger pieces a planner sorts the whole set. */
const [leastPiece, mostPiece] = [200, 1_000]
/** Of a set that is most of its tenants few others are met. */
const mostOf = 0.5

/** Devices that filters leave: their ids are found once and read in pieces; each page would search anew, and meet all others in its order. */
async function* picked({ db, set, size }: Reading, book: PlaceBook, { column, descending }: Order): Pages {
  // More than were counted, when some come meanwhile.
  const all = { limit: 2 * mostPicked, offset: 0 }
  const found = sql`with picked as materialized (select ${fileColumns} from device where ${deviceConditions(set)})`
  const inOrder = isOwnColumn(column)
    ? sql`select id from picked ${orderBy(ownColumns[column], descending)}`
    : sql`select id from (${sortedByPlace(walkOf(book, set, column, descending), all)}) placed order by rank, id ${descending ? sql`desc` : sql`asc`}`
  const { rows } = await sql<{
    ids: string | null
  }>`${found} select array_agg(id)::text as ids from (${inOrder}) sorted`.execute(db)
  const ids = readList(rows[0]?.ids)
  for (let start = 0; start < ids.length; start += size)
    yield await readPacked(
      db,
      sql`select ${deviceFileColumns} from unnest(${ids.slice(start, start + size)}::int[]) with ordinality wanted(id, place)
        join device on device.id = wanted.id${onTheirNodes('device.company_id', set)} order by wanted.place`,
    )
}

/** Which part of its tenants a set is, by how many devices it has. */
async function shareOf(db: Kysely<Database>, { everything, companyIds }: DeviceSet, total: number): Promise<number> {
  const all = await countDevices(db, { everything, companyIds, siteIds: null, clientId: null, accountId: null })
  return total / Math.max(all.totalCount, 1)
}

/**
 * All devices of a set in the order of the list, at most `size` at a time, each page found by where the one before ended.
 * Holds no cursor and no transaction, so a slow reader keeps nobody else waiting.
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
  const share = isUnfiltered(set) ? 1 : await shareOf(db, set, total)
  if ((isPicked(set) || share < mostOf) && total <= mostPicked)
    return yield* readAhead(picked({ db, set, size }, book, order))
  const piece = isUnfiltered(set)
    ? size
    : Math.min(size, Math.max(leastPiece, Math.min(mostPiece, Math.floor(mostFetched * share))))
  yield* readAhead(await inOrder({ db, set, size: piece }, book, order))
}

async function inOrder(reading: Reading, book: PlaceBook, { column, descending }: Order): Promise<Pages> {
  const { db, set } = reading
  if (isOwnColumn(column)) return byOwnColumn(reading, column, descending)
  const walk = walkOf(book, set, column, descending)
  if (!isLeafCounted(set)) return byPlaceName(reading, walk)
  // Counters know the places that have any: machines of a client that are nowhere are else looked for among all of his.
  const held = new Set((await countsByPlace(db, set, idColumns[column])).map(({ placeId }) => placeId))
  return byPlaceName(reading, {
    ...walk,
    placeIds: walk.placeIds.filter((id) => held.has(id)),
    unplaced: held.has(null),
  })
}
