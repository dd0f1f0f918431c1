import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countDevices } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions, isOneOf } from '#server/db/device-set.ts'
import { factConditions, type IndexedFact, indexedFacts, type RequestedFacts } from '#server/db/fact-conditions.ts'
import { isInTrigrams } from '#server/db/search-texts.ts'
import type { Database } from '#server/db/tables.ts'
import { type FactFilters, filteredFacts } from '#shared/device-facts.ts'
import { AppError } from '#shared/errors.ts'

/** Limits of a filter by facts; smaller in tests. */
export type FactBounds = {
  /** Up to this number of devices, the facts of each are checked. */
  few: number
  /** Up to this number of devices, too, if at most `picked` of them match. */
  some: { devices: number; picked: number }
  /** Up to this number of devices, they are joined with their facts, if the table device has at most `pages` pages. */
  joined: { devices: number; pages: number }
  /** Up to this number of devices in the filtered sites, one index answers most filters. */
  ofSites: number
  /** Maximum number of machines that match the first fact; the other facts are checked on them. */
  matching: number
  /** Maximum number of machines that are selected by id. */
  picked: number
}
const usualBounds: FactBounds = {
  few: 2_000,
  some: { devices: 3_000, picked: 1_200 },
  joined: { devices: 30_000, pages: 3_000 },
  ofSites: 10_000,
  matching: 4_000,
  picked: 2_000,
}

/** Return the facts that filters ask for; null = none. */
export function filteredFactsOf(filters: Partial<FactFilters>): RequestedFacts | null {
  const chosen = filteredFacts.flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : []))
  return chosen.length === 0 ? null : Object.fromEntries(chosen)
}

const idsOf = async (db: Kysely<Database>, query: RawBuilder<{ id: number }>): Promise<number[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

/**
 * Return at most `most` device ids of a set. The CTE makes the planner expect all rows: for a few of them it would scan
 * an index of all devices. For a part of a serial it also reads a column that is in no index, as `counting` does.
 */
const devicesOf = (db: Kysely<Database>, set: DeviceSet, most: number) =>
  idsOf(
    db,
    sql`with found as materialized (select id${set.serial !== undefined && isInTrigrams(set.serial) ? sql`, row_version` : sql``}
      from device where ${deviceConditions(set)}) select id from found limit ${most}`,
  )

/**
 * Return the devices of `ids` that match the facts. The CTE reads each row by its id: with several conditions the
 * planner may scan an index that matches most rows.
 */
async function among(
  db: Kysely<Database>,
  { companyIds, spread }: DeviceSet,
  facts: RequestedFacts,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const tenant = spread ? sql`${isOneOf('f.company_id', companyIds)} and ` : sql``
  const conditions = sql.join(factConditions(facts, companyIds), sql` and `)
  return idsOf(
    db,
    sql`with told as materialized (select f.* from device_facts f where ${tenant}f.device_id = any(${[...ids]}::int[]))
      select f.device_id as id from told f where ${conditions}`,
  )
}

const tooWide = (rows: number) => new AppError('TOO_WIDE', { word: 'error.factsTooWide', values: { rows } })

/**
 * Select at most `most` rows that match an indexed fact in some tenants. The order of the index, tenant by tenant,
 * stops the scan at the limit; without it the planner scans the whole table when it expects many rows.
 */
function rowsOf(
  { condition, order }: IndexedFact,
  { companyIds, spread }: DeviceSet,
  most: number,
): RawBuilder<unknown> {
  if (spread || order === null)
    return sql`select f.* from device_facts f where ${isOneOf('f.company_id', companyIds)} and ${condition} limit ${most}`
  return sql`select part.* from unnest(${[...companyIds]}::int[]) tenant(id)
    cross join lateral (select f.* from device_facts f where f.company_id = tenant.id and ${condition} order by ${order} limit ${most}) part limit ${most}`
}

/**
 * Return the machines of some tenants that match all facts, starting from the first fact that few machines match.
 * @throws AppError TOO_WIDE
 */
async function tellers(db: Kysely<Database>, set: DeviceSet, facts: RequestedFacts, most: number): Promise<number[]> {
  const conditions = sql.join(factConditions(facts, set.companyIds), sql` and `)
  for (const fact of indexedFacts(facts, set.companyIds)) {
    const { rows } = await sql<{
      read: number
      ids: number[]
    }>`with told as materialized (${rowsOf(fact, set, most + 1)})
      select (select count(*)::int from told) as read, array(select f.device_id from told f where ${conditions}) as ids`.execute(
      db,
    )
    const [found] = rows
    if (found && found.read <= most) return found.ids
  }
  throw tooWide(most)
}

/**
 * Return whether the table device is so small that any join with its facts reads little. On Citus the local table is
 * empty, so the answer is no.
 */
async function isSmall(db: Kysely<Database>, { spread }: DeviceSet, pages: number): Promise<boolean> {
  if (spread) return false
  const { rows } = await sql<{
    pages: number
  }>`select (pg_relation_size('device') / current_setting('block_size')::int)::int as pages`.execute(db)
  return (rows[0]?.pages ?? 0) <= pages
}

/** Return whether one index answers the facts for the sites of a set, and the sites have few enough machines. */
async function isOfSites(
  db: Kysely<Database>,
  { companyIds, siteIds, everything }: DeviceSet,
  facts: RequestedFacts,
  most: number,
): Promise<boolean> {
  if (siteIds === null || facts.ip !== undefined || facts.tag !== undefined) return false
  const { totalCount } = await countDevices(db, { everything, companyIds, siteIds, clientId: null, accountId: null })
  return totalCount <= most
}

const intersection = (ids: readonly number[], others: readonly number[]): number[] => {
  const found = new Set(others)
  return ids.filter((id) => found.has(id))
}

/**
 * Narrow a set by facts of its devices, so that no statement reads more devices than a user's call may: find the few
 * devices that match the most selective filter first, and check the other filters on those alone.
 * @throws AppError TOO_WIDE when the set is large, and too many devices match
 */
export async function withFacts(
  db: Kysely<Database>,
  set: DeviceSet,
  facts: RequestedFacts,
  bounds: FactBounds = usualBounds,
): Promise<DeviceSet> {
  if (set.companyIds.length === 0) return set
  const { serial, ids, care: _care, ...counted } = set
  const { totalCount } = await countDevices(db, counted)
  const devices = Math.min(totalCount, ids?.length ?? totalCount)
  const picking = (found: readonly number[]): DeviceSet => ({
    ...set,
    ids: [...found].sort((one, other) => one - other),
  })
  if (devices === 0) return picking([])
  if (devices <= bounds.few) return picking(await among(db, set, facts, await devicesOf(db, set, bounds.few)))
  if (devices <= bounds.joined.devices && (await isSmall(db, set, bounds.joined.pages))) return { ...set, facts }
  if (await isOfSites(db, set, facts, bounds.ofSites)) return { ...set, facts, factsOfSites: true }
  if (serial !== undefined && isInTrigrams(serial)) {
    const found = await devicesOf(db, set, bounds.few + 1)
    if (found.length <= bounds.few) return picking(await among(db, set, facts, found))
  }
  const isSome = devices <= bounds.some.devices
  const matching = isSome
    ? await among(db, set, facts, await devicesOf(db, set, bounds.some.devices))
    : await tellers(db, set, facts, bounds.matching)
  const found = ids ? intersection(ids, matching) : matching
  const most = isSome ? bounds.some.picked : bounds.picked
  if (found.length > most) throw tooWide(most)
  return picking(found)
}
