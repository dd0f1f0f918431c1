import { type Kysely, sql } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { countDevices } from '#server/db/device-counts.ts'
import { type Territory, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { largeFleet, longestListOfLargeFleet, longestSerialList } from '#shared/serial-lists.ts'

/** Maximum number of a place's machines that are read to filter a long list: an index alone returns their ids. */
const mostOfPlace = 50_000

/**
 * Return the devices of a stored list; the scope narrows them like all others.
 * @throws AppError NOT_FOUND for an unknown or expired key
 */
export async function listedDevices(db: Kysely<Database>, key: string): Promise<readonly number[]> {
  const found = await db.selectFrom('serial_list').select('device_ids').where('key', '=', key).executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND', { field: 'serialList' })
  return found.device_ids
}

/** Return how many devices of a list a user's call may look up in a fleet of this size. */
export const mostShownIn = (fleet: number): number => (fleet > largeFleet ? longestListOfLargeFleet : longestSerialList)

/**
 * Return how many devices of a list of this length a user's call may look up. The highest id says how large the fleet
 * is: counting would read the counters of all tenants.
 */
export async function mostShownOf(db: Kysely<Database>, length: number): Promise<number> {
  if (length <= longestListOfLargeFleet) return longestListOfLargeFleet
  const { rows } = await sql<{ highest: number | null }>`select max(id) as highest from device`.execute(db)
  return mostShownIn(rows[0]?.highest ?? 0)
}

const tooWide = (count: number, rows: number) =>
  new AppError('TOO_WIDE', { word: 'error.serialListTooWide', values: { count, rows } })

/** @throws AppError TOO_WIDE for more serials than may be looked up */
export async function refuseTooMany(db: Kysely<Database>, serials: readonly string[]): Promise<void> {
  const most = await mostShownOf(db, serials.length)
  if (serials.length > most) throw tooWide(serials.length, most)
}

/**
 * Return the devices of a list that a user's call may look up one by one: all of a short list, or those of a place in a
 * long one.
 * @throws AppError TOO_WIDE for more than `given`, by default those of `mostShownOf`, with the filter to narrow
 */
export async function readableList(
  db: Kysely<Database>,
  territory: Territory,
  ids: readonly number[],
  given?: number,
): Promise<readonly number[]> {
  const most = given ?? (await mostShownOf(db, ids.length))
  if (ids.length <= most || territory.companyIds.length === 0) return ids
  const isPlace = territory.siteIds !== null || territory.clientId !== null || territory.accountId !== null
  if (!isPlace || (await countDevices(db, territory)).totalCount > mostOfPlace) throw tooWide(ids.length, most)
  const { rows } = await sql<{ ids: string | null }>`select array_agg(id)::text as ids from device
    where ${sql.join(territoryConditions(territory), sql` and `)}`.execute(db)
  const placed = new Set(readList(rows[0]?.ids))
  const listed = ids.filter((id) => placed.has(id))
  if (listed.length > most) throw tooWide(listed.length, most)
  return listed
}
