import { type RawBuilder, sql } from 'kysely'
import { barrierOf, type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Part } from './ordered-part.ts'

/** The sort columns that show a name, with their id columns. A walk lists the places in the order of their names. */
export type NamedColumn = 'site' | 'client' | 'account'
export const idColumns = { site: 'site_id', client: 'client_id', account: 'account_id' } as const satisfies Record<
  NamedColumn,
  string
>

export type PlaceOrder = { column: NamedColumn; descending: boolean; placeIds: readonly number[]; unplaced: boolean }

/**
 * Return the places whose devices a set can contain, in the order of their names. Devices without a place come last
 * (first when descending).
 */
export function placeOrderOf(book: PlaceBook, set: DeviceSet, column: NamedColumn, descending: boolean): PlaceOrder {
  const tenants = new Set(set.companyIds)
  const places = {
    site: () =>
      book.named.companies
        .inOrder()
        .filter(({ id, tenantId }) => tenants.has(tenantId) && (set.siteIds === null || set.siteIds.includes(id))),
    client: () => book.named.clients.inOrder().filter(({ id }) => set.clientId === null || set.clientId === id),
    account: () => book.named.accounts.inOrder().filter(({ id }) => set.accountId === null || set.accountId === id),
  }[column]()
  const placeIds = places.map(({ id }) => id)
  return { column, descending, placeIds: descending ? placeIds.reverse() : placeIds, unplaced: true }
}

const afterAllPlaces = 2_147_483_647

/**
 * Select (rank, id) of a part of a set in the order of place names: for each place in turn, read its devices from the
 * index.
 * @param part its condition `after` applies only to the first place
 */
export function partByPlace(set: DeviceSet, order: PlaceOrder, part: Part): RawBuilder<unknown> {
  const column = sql.ref(idColumns[order.column])
  const way = order.descending ? sql`desc` : sql`asc`
  const noPlace = order.descending ? 0 : afterAllPlaces
  const conditions = deviceConditions(set)
  const places = sql`unnest(${order.placeIds}::int[]) with ordinality as place(place_id, place_rank)`
  const reach = part.limit + part.offset
  const first = part.after ?? sql`true`
  const placed = sql`(select place_rank as rank, id from ${places}
    cross join lateral (select id from device where ${conditions} and ${column} = place_id ${barrierOf(set)}) placed
    where place_rank > 1 or ${first} order by place_rank, id ${way} limit ${reach})`
  if (!order.unplaced) return sql`${placed} offset ${part.offset}`
  const onlyUnplaced = order.placeIds.length === 0 && part.after ? sql` and ${part.after}` : sql``
  const unplaced = sql`(select ${noPlace}::bigint as rank, id from device where ${conditions} and ${column} is null${onlyUnplaced} order by id ${way} limit ${reach})`
  return sql`select * from (${placed} union all ${unplaced}) walked order by rank, id ${way} limit ${part.limit} offset ${part.offset}`
}

/**
 * Select (rank, id) of a part of the few devices in the common table expression `picked`, in the order of place names.
 */
export function sortedPartByPlace(order: PlaceOrder, part: Part): RawBuilder<unknown> {
  const way = order.descending ? sql`desc` : sql`asc`
  return sql`select coalesce(place_rank, ${order.descending ? 0 : afterAllPlaces}) as rank, id
    from picked left join unnest(${order.placeIds}::int[]) with ordinality as place(place_id, place_rank) on place_id = ${sql.ref(idColumns[order.column])}
    order by rank, id ${way} limit ${part.limit} offset ${part.offset}`
}
