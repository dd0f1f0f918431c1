import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PieIndicator } from '#shared/chart-choices.ts'
import { type DeviceCounts, type DeviceState, type DeviceType, deviceStates } from '#shared/devices.ts'
import { type ColumnLists, columnLists, readLists } from './column-lists.ts'
import {
  countedFrom,
  type DeviceSet,
  deviceConditions,
  isCounted,
  isFewerByName,
  isLeafCounted,
  isNoneOf,
  isOfTenants,
  isOneOf,
  territoryConditions,
} from './device-set.ts'
import type { Database } from './tables.ts'

export type Total = {
  totalCount: number
  /** The tenants of the set that hold any of its devices. */
  companyIds: readonly number[]
  /** The number of devices of each of them, if it was counted. */
  byTenant?: ReadonlyMap<number, number>
}
/** Number of devices with one state, type and number of repairs. */
export type Facet = { state: DeviceState; type: DeviceType; repairTimes: number; devices: number }

/** Return the table that counts a set, if need be only its rows of the places found by a name. */
function countersOf(set: DeviceSet): RawBuilder<unknown> {
  const { table } = countedFrom(set)
  if (!isFewerByName(set)) return table
  return sql`(select * from ${table} where ${deviceConditions({ ...set, siteIds: null })} offset 0) counted`
}

/**
 * Count the devices exactly, consistent with the cards: from the counters if they know the set, otherwise from an
 * index. One or two characters of a serial are in no trigram, so every serial is read: 7 ms for 100,000 devices.
 * Source: data.md B3
 */
export async function countDevices(db: Kysely<Database>, set: DeviceSet): Promise<Total> {
  const { companyIds } = set
  if (companyIds.length === 0) return { totalCount: 0, companyIds }
  const { devices } = countedFrom(set)
  const { rows } = await sql<{ company_id: number; devices: number }>`select company_id, ${devices} as devices
    from ${countersOf(set)} where ${deviceConditions(set)} group by company_id`.execute(db)
  const inhabited = new Map(rows.map(({ company_id, devices }) => [company_id, devices]))
  return {
    totalCount: rows.reduce((sum, { devices }) => sum + devices, 0),
    companyIds: companyIds.filter((id) => (inhabited.get(id) ?? 0) > 0),
    byTenant: inhabited,
  }
}

/**
 * Return those of the places found by a name that have devices of the set. The planner expects as many devices of any
 * other one, for instance of a client of another tenant.
 */
export async function namedWithin(db: Kysely<Database>, set: DeviceSet): Promise<DeviceSet['named']> {
  const { named } = set
  if (named === undefined) return named
  const { rows } = await sql<NonNullable<DeviceSet['named']>>`
    select coalesce(array_agg(distinct site_id), '{}') as "siteIds", coalesce(array_agg(distinct client_id), '{}') as "clientIds",
      coalesce(array_agg(distinct account_id), '{}') as "accountIds"
    from ${countersOf(set)} where ${deviceConditions(set)} and devices > 0`.execute(db)
  const within = (kind: keyof typeof named) => {
    const held = new Set(rows[0]?.[kind])
    return named[kind].filter((id) => held.has(id))
  }
  return { siteIds: within('siteIds'), clientIds: within('clientIds'), accountIds: within('accountIds') }
}

/** Does the set consist of whole tenants, without filters on devices? */
export const isUnfiltered = (set: DeviceSet): boolean =>
  isCounted(set) &&
  [set.type, set.state, set.states, set.repairTimes, set.activeWorkerState].every((filter) => filter === undefined)

type PlaceCount = { companyId: number; placeId: number | null; devices: number }
export type PlaceColumn = 'site_id' | 'client_id' | 'account_id'
export const placeKinds = { site_id: 'site', client_id: 'client', account_id: 'account' } as const

/**
 * Count the devices of a set for each place of a kind; null = no place. Places without devices are left out. Whole
 * tenants have counters of their own for this.
 */
export async function countsByPlace(db: Kysely<Database>, set: DeviceSet, column: PlaceColumn): Promise<PlaceCount[]> {
  if (set.companyIds.length === 0) return []
  const counted = isUnfiltered(set)
    ? sql`select company_id, place_id, devices from device_place_count
        where ${isOneOf('company_id', set.companyIds)} and kind = ${placeKinds[column]} and devices > 0`
    : sql`select company_id, coalesce(${sql.ref(column)}, 0) as place_id, sum(devices)::int as devices
        from device_leaf_count where ${deviceConditions(set)} group by company_id, ${sql.ref(column)} having sum(devices) > 0`
  const { rows } =
    await sql<ColumnLists>`select ${columnLists(['company_id', 'place_id', 'devices'])} as lists from (${counted}) counted`.execute(
      db,
    )
  const [companyIds = [], placeIds = [], devices = []] = readLists(rows[0]?.lists)
  return companyIds.map((companyId, at) => ({ companyId, placeId: placeIds[at] || null, devices: devices[at] ?? 0 }))
}

/** Return the data of all cards and all three pies in one pass of at most a few hundred rows. */
export async function deviceFacets(db: Kysely<Database>, set: DeviceSet): Promise<Facet[]> {
  if (set.companyIds.length === 0) return []
  const { table, devices } = countedFrom(set)
  const { rows } = await sql<Facet>`select state, type, repair_times as "repairTimes", ${devices} as devices
    from ${table} where ${deviceConditions(set)} group by state, type, repair_times`.execute(db)
  return rows.filter(({ devices }) => devices !== 0)
}

const columnOf: Record<PieIndicator, string> = { state: 'state', type: 'type', repairTimes: 'repair_times' }
/** Number of devices with one state, type or number of repairs, which is `name`. */
export type PropertyCount = { name: string; devices: number }

/**
 * Count the devices by one property: one row for each of its values, where `deviceFacets` reads one for each of some
 * dozens of combinations.
 */
export async function countsBy(db: Kysely<Database>, set: DeviceSet, property: PieIndicator): Promise<PropertyCount[]> {
  if (set.companyIds.length === 0) return []
  const { table, devices } = countedFrom(set)
  const column = sql.ref(columnOf[property])
  const { rows } = await sql<PropertyCount>`select ${column}::text as name, ${devices} as devices
    from ${table} where ${deviceConditions(set)} group by ${column}`.execute(db)
  return rows.filter(({ devices }) => devices !== 0)
}

/** Return the nine cards alone. */
export async function stateCounts(db: Kysely<Database>, set: DeviceSet): Promise<DeviceCounts> {
  const counts = await countsBy(db, set, 'state')
  return countsOf(counts.map(({ name, devices }) => ({ state: name as DeviceState, devices })))
}

/** The nine cards. */
export function countsOf(facets: readonly Pick<Facet, 'state' | 'devices'>[]): DeviceCounts {
  const counts: DeviceCounts = {
    total: 0,
    normal: 0,
    low: 0,
    warn: 0,
    offline: 0,
    repairing: 0,
    repaired: 0,
    lost: 0,
    scrap: 0,
  }
  for (const { state, devices } of facets) {
    counts[state] += devices
    counts.total += devices
  }
  return counts
}

/**
 * Return the counters of the places of a kind, if they know the set: whole places without filters on devices. Null =
 * they do not.
 */
export function countedPlaces(set: DeviceSet, column: PlaceColumn): RawBuilder<unknown> | null {
  const whole: DeviceSet = { ...set, siteIds: null, withoutSiteIds: [], clientId: null, accountId: null }
  if (!isUnfiltered(whole)) return null
  const others = {
    site_id: [set.clientId, set.accountId],
    client_id: [set.siteIds, set.accountId],
    account_id: [set.siteIds, set.clientId],
  }[column]
  if (others.some((narrowed) => narrowed !== null) || (column !== 'site_id' && set.withoutSiteIds?.length)) return null
  const own = { site_id: set.siteIds, client_id: set.clientId, account_id: set.accountId }[column]
  const conditions = [
    isOfTenants('company_id', set),
    sql<boolean>`kind = ${placeKinds[column]}`,
    sql<boolean>`devices > 0`,
  ]
  if (own !== null) conditions.push(isOneOf('place_id', typeof own === 'number' ? [own] : own))
  if (set.withoutSiteIds?.length) conditions.push(isNoneOf('place_id', set.withoutSiteIds))
  return sql`device_place_count where ${sql.join(conditions, sql` and `)}`
}

const stateSums = sql.join(deviceStates.map((state) => sql`sum(${sql.ref(state)})::int as ${sql.ref(state)}`))

/**
 * Return the cards of each province, taken from the sites, that has a device of the set; null = no province or no site.
 * Return null if no counter knows the set: then the caller adds up the places.
 */
export async function countsByProvince(
  db: Kysely<Database>,
  set: DeviceSet,
): Promise<Map<string | null, DeviceCounts> | null> {
  if (set.companyIds.length === 0) return new Map()
  const places = countedPlaces(set, 'site_id')
  if (!places) return null
  const { rows } = await sql<
    DeviceCounts & { province: string | null }
  >`select company.province, sum(devices)::int as total, ${stateSums}
    from (select * from ${places}) counted left join company on company.id = counted.place_id group by company.province`.execute(
    db,
  )
  return new Map(rows.map(({ province, ...counts }) => [province, counts]))
}

/** Return the cards of each place of a kind that has a device of the set; 0 = no place. */
export async function countsByPlaceState(
  db: Kysely<Database>,
  set: DeviceSet,
  column: PlaceColumn,
): Promise<Map<number, DeviceCounts>> {
  const byPlace = new Map<number, DeviceCounts>()
  if (set.companyIds.length === 0) return byPlace
  const places = countedPlaces(set, column)
  if (places) {
    // The counter for "no place" has one row in each tenant.
    const { rows } = await sql<ColumnLists>`select ${columnLists(['id', 'total', ...deviceStates])} as lists from (
      select place_id as id, sum(devices)::int as total, ${stateSums}
      from ${places} group by place_id) by_place`.execute(db)
    const [ids = [], total = [], ...states] = readLists(rows[0]?.lists)
    for (const [index, id] of ids.entries()) {
      const counts = { ...countsOf([]), total: total[index] ?? 0 }
      for (const [place, state] of deviceStates.entries()) counts[state] = states[place]?.[index] ?? 0
      byPlace.set(id, counts)
    }
    return byPlace
  }
  const leaf = isLeafCounted(set)
  const { rows } = await sql<{
    id: number
    state: DeviceState
    devices: number
  }>`select coalesce(${sql.ref(column)}, 0) as id, state,
      ${leaf ? sql`sum(devices)::int` : sql`count(*)::int`} as devices
    from ${leaf ? sql`device_leaf_count` : sql`device`} where ${deviceConditions(set)} group by 1, state`.execute(db)
  for (const { id, state, devices } of rows) {
    if (devices === 0) continue
    const counts = byPlace.get(id) ?? countsOf([])
    counts[state] += devices
    counts.total += devices
    byPlace.set(id, counts)
  }
  return byPlace
}

/** Add the cards of one part of a fleet to a sum. */
export function addCounts(sum: DeviceCounts, part: DeviceCounts): void {
  sum.total += part.total
  for (const state of deviceStates) sum[state] += part[state]
}

/** Return those of the given clients or accounts that have a device in the set, with one index lookup for each. */
export async function withDevices(
  db: Kysely<Database>,
  set: DeviceSet,
  column: 'client_id' | 'account_id',
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0 || set.companyIds.length === 0) return new Set()
  const counted = sql`device_leaf_count where devices > 0 and ${sql.join(territoryConditions(set), sql` and `)}`
  const candidate = sql.ref(column)
  // Nodes do not look up one candidate after the other.
  const { rows } = await (set.spread
    ? sql<{ id: number }>`select distinct ${candidate} as id from ${counted} and ${candidate} = any(${ids}::int[])`
    : sql<{ id: number }>`select candidate.id from unnest(${ids}::int[]) candidate(id)
        where exists (select 1 from ${counted} and ${candidate} = candidate.id)`
  ).execute(db)
  return new Set(rows.map(({ id }) => id))
}
