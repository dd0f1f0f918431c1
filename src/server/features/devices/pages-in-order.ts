import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countsByPlace } from '#server/db/device-counts.ts'
import { type DeviceSet, isLeafCounted, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
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
import { idColumns, type NamedColumn, type PlaceOrder, partByPlace, placeOrderOf } from './place-order.ts'
import type { FiledDevice } from './rows.ts'

/** Devices of a file, some at a time. */
export type Pages = AsyncGenerator<FiledDevice[], void, unknown>
/** `size`: the most devices of a page. */
export type Reading = { db: Kysely<Database>; set: DeviceSet; size: number }

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

/** Return the pages of a set in an order, each read by an index from the last device of the page before. */
export async function pagesInOrder(reading: Reading, book: PlaceBook, { column, descending }: Order): Promise<Pages> {
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
