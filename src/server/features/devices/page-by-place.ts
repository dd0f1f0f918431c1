import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countsByPlace, type Total } from '#server/db/device-counts.ts'
import { barrierOf, type DeviceSet, deviceConditions, onTheirNodes } from '#server/db/device-set.ts'
import { readingOf, type Window } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import { orderedPart } from './ordered-part.ts'
import { idColumns, type PlaceOrder } from './place-order.ts'

/** The devices of one place, or of no place (null). */
type Stock = { placeId: number | null; companyIds: readonly number[]; devices: number }
type Stretch = Stock & Window

/** Return the places that a page covers, by counting the devices before it. */
function stretchesOf(stocks: readonly Stock[], { offset, limit }: Window): Stretch[] {
  const stretches: Stretch[] = []
  let before = 0
  for (const stock of stocks) {
    const { devices } = stock
    const from = Math.max(offset, before) - before
    const until = Math.min(offset + limit, before + devices) - before
    if (until > from) stretches.push({ ...stock, offset: from, limit: until - from })
    before += devices
    if (before >= offset + limit) break
  }
  return stretches
}

const narrowedTo = {
  site: (id: number) => ({ siteIds: [id] }),
  client: (id: number) => ({ clientId: id }),
  account: (id: number) => ({ accountId: id }),
} as const

/** Select (rank, id) of a stretch, read from the nearer end of its place. */
function stretchPart(set: DeviceSet, order: PlaceOrder, stretch: Stretch, rank: number): RawBuilder<unknown> {
  const reading = readingOf(stretch, stretch.devices)
  const own = { ...set, everything: false, companyIds: stretch.companyIds }
  const { placeId } = stretch
  const ids = orderedPart(
    placeId === null ? own : { ...own, ...narrowedTo[order.column](placeId) },
    'id',
    order.descending !== reading.reversed,
    { ...reading, without: placeId === null ? idColumns[order.column] : undefined },
    sql`id`,
  )
  return sql`select ${rank}::int as rank, id from (${ids}) stretch`
}

type Ranked = { stretch: Stretch; rank: number }

/** Select (rank, id) of the places that a page contains as a whole, with one query text however many they are. */
function wholePart(set: DeviceSet, order: PlaceOrder, places: readonly Ranked[]): RawBuilder<unknown> {
  const rows = places.flatMap(({ stretch: { placeId, companyIds }, rank }) =>
    companyIds.map((companyId) => ({ rank, companyId, placeId })),
  )
  const [ranks, companyIds, placeIds] = [
    rows.map(({ rank }) => rank),
    rows.map(({ companyId }) => companyId),
    rows.map(({ placeId }) => placeId),
  ]
  const conditions = sql`${deviceConditions(set, sql<boolean>`company_id = place.tenant_id`)}${onTheirNodes('company_id', set)}`
  return sql`select rank, id from unnest(${ranks}::int[], ${companyIds}::int[], ${placeIds}::int[]) place(rank, tenant_id, place_id)
    cross join lateral (select id from device where ${conditions} and ${sql.ref(idColumns[order.column])} = place.place_id ${barrierOf(set)}) whole`
}

/** Return the places of an order that have devices; devices without a place come last, or first when it descends. */
function inOrder({ placeIds, descending }: PlaceOrder, stocks: ReadonlyMap<number | null, Stock>): Stock[] {
  const found: Stock[] = []
  for (const id of descending ? [null, ...placeIds] : [...placeIds, null]) {
    const stock = stocks.get(id)
    if (stock) found.push(stock)
  }
  return found
}

/**
 * Return the number of devices of a set, and the page in the order of place names as a query of (rank, id). Counters
 * tell which places the page covers, so that only those are read. For sets that the counters by owner can count.
 */
export async function pageByPlace(
  db: Kysely<Database>,
  set: DeviceSet,
  order: PlaceOrder,
  window: Window,
): Promise<{ total: Total; ids: RawBuilder<unknown> | null }> {
  const counts = await countsByPlace(db, set, idColumns[order.column])
  const companyIds = [...new Set(counts.map(({ companyId }) => companyId))].sort((one, other) => one - other)
  const total = { totalCount: counts.reduce((sum, { devices }) => sum + devices, 0), companyIds }
  // A client can have devices in several tenants.
  const stocks = new Map<number | null, Stock>()
  for (const { placeId, companyId, devices } of counts) {
    const stock = stocks.get(placeId) ?? { placeId, companyIds: [], devices: 0 }
    stocks.set(placeId, { placeId, companyIds: [...stock.companyIds, companyId], devices: stock.devices + devices })
  }
  const stretches = stretchesOf(inOrder(order, stocks), window)
  if (stretches.length === 0) return { total, ids: null }
  const ranked = stretches.map((stretch, rank): Ranked => ({ stretch, rank }))
  // Only the first and the last place of a page can be partial. Devices without a place need another condition.
  const isWhole = ({ stretch: { placeId, offset, limit, devices } }: Ranked) =>
    placeId !== null && offset === 0 && limit === devices
  const [whole, cut] = [ranked.filter(isWhole), ranked.filter((one) => !isWhole(one))]
  const parts = cut.map(({ stretch, rank }) => stretchPart(set, order, stretch, rank))
  return { total, ids: sql.join(whole.length > 0 ? [wholePart(set, order, whole), ...parts] : parts, sql` union all `) }
}
