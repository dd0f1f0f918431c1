import { type Kysely, sql } from 'kysely'
import { type PlaceColumn, placeKinds } from '#server/db/device-counts.ts'
import { type DeviceSet, isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { nameHolds } from '#shared/name-order.ts'
import type { PlaceBook } from './place-book.ts'

/** Up to this number, the counters are found by the ids of places; above, all counters of the tenants are read. */
const mostLookedUp = 500

/** Return those of the places that have devices in the tenants of a territory. */
async function withDevicesHere(
  db: Kysely<Database>,
  { companyIds }: Territory,
  column: PlaceColumn,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0 || companyIds.length === 0) return []
  const place = ids.length > mostLookedUp ? sql`place_id + 0` : sql`place_id`
  const { rows } = await sql<{ id: number }>`select distinct place_id as id from device_place_count
    where ${isOneOf('company_id', companyIds)} and kind = ${placeKinds[column]} and ${place} = any(${[...ids]}::int[]) and devices > 0`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Return the places whose names hold a part, without sites that the territory does not have, and without places of
 * other tenants that have no device here: with those PostgreSQL expects so many devices that it reads all of the
 * territory, or all devices of the other tenants. A device that moves to another base may keep its owner.
 */
export async function namedPlacesOf(
  db: Kysely<Database>,
  book: PlaceBook,
  part: string,
  territory: Territory,
): Promise<DeviceSet['named']> {
  const tenants = new Set(territory.companyIds)
  const sites = territory.siteIds && new Set(territory.siteIds)
  async function here<Place extends { id: number; name: string }>(
    column: PlaceColumn,
    places: ReadonlyMap<number, Place>,
    tenantOf: (place: Place) => number,
  ): Promise<number[]> {
    const found = [...places.values()].filter(({ name }) => nameHolds(name, part))
    const isOwn = (place: Place) => territory.everything || tenants.has(tenantOf(place))
    const others = found.filter((place) => !isOwn(place)).map(({ id }) => id)
    return [...found.filter(isOwn).map(({ id }) => id), ...(await withDevicesHere(db, territory, column, others))]
  }
  const ofCompany = ({ companyId }: { companyId: number }) => companyId
  const [siteIds, clientIds, accountIds] = [
    await here('site_id', book.companies, ({ tenantId }) => tenantId),
    await here('client_id', book.clients, ofCompany),
    await here('account_id', book.accounts, ofCompany),
  ]
  return { siteIds: sites ? siteIds.filter((id) => sites.has(id)) : siteIds, clientIds, accountIds }
}
