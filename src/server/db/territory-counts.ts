import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceCounts, deviceStates } from '#shared/devices.ts'
import { type ColumnLists, columnLists, readLists } from './column-lists.ts'
import { countedPlaces, countsOf } from './device-counts.ts'
import { type Territory, territoryConditions } from './device-set.ts'
import type { Database } from './tables.ts'

/** The cards of one site of one tenant; siteId 0 = devices without a site. */
export type SiteCounts = { companyId: number; siteId: number; counts: DeviceCounts }

const statesOfLeaves = sql.join(
  deviceStates.map((state) => sql`coalesce(sum(devices) filter (where state = ${state}), 0)::int as ${sql.ref(state)}`),
)

/** Return one row for each site of a territory that has a device of it, from the counters of places if they know it. */
function bySite(territory: Territory): RawBuilder<unknown> {
  const places = countedPlaces(territory, 'site_id')
  return places
    ? sql`select company_id, place_id, devices as total, ${sql.join(deviceStates.map((state) => sql.ref(state)))} from ${places}`
    : sql`select company_id, coalesce(site_id, 0) as place_id, sum(devices)::int as total, ${statesOfLeaves} from device_leaf_count
        where ${sql.join(territoryConditions(territory), sql` and `)} group by 1, 2 having sum(devices) > 0`
}

/** Return the cards of a territory. */
export async function countsIn(db: Kysely<Database>, territory: Territory): Promise<DeviceCounts> {
  if (territory.companyIds.length === 0) return countsOf([])
  const sums = sql.join(
    ['total', ...deviceStates].map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::int as ${sql.ref(name)}`),
  )
  const { rows } = await sql<DeviceCounts>`select ${sums} from (${bySite(territory)}) counted`.execute(db)
  return rows[0] ?? countsOf([])
}

/** Return the number of devices on each site of a territory; site 0 = none. */
export async function devicesBySite(
  db: Kysely<Database>,
  territory: Territory,
): Promise<{ companyId: number; siteId: number; devices: number }[]> {
  if (territory.companyIds.length === 0) return []
  const { rows } =
    await sql<ColumnLists>`select ${columnLists(['company_id', 'place_id', 'total'])} as lists from (${bySite(territory)}) counted`.execute(
      db,
    )
  const [companyIds = [], siteIds = [], total = []] = readLists(rows[0]?.lists)
  return companyIds.map((companyId, at) => ({ companyId, siteId: siteIds[at] ?? 0, devices: total[at] ?? 0 }))
}

/** Return the cards of each site of a territory that has a device of it. */
export async function countsBySite(db: Kysely<Database>, territory: Territory): Promise<SiteCounts[]> {
  if (territory.companyIds.length === 0) return []
  const lists = columnLists(['company_id', 'place_id', 'total', ...deviceStates])
  const { rows } = await sql<ColumnLists>`select ${lists} as lists from (${bySite(territory)}) counted`.execute(db)
  const [companyIds = [], siteIds = [], total = [], ...states] = readLists(rows[0]?.lists)
  return companyIds.map((companyId, at) => {
    const counts = { ...countsOf([]), total: total[at] ?? 0 }
    for (const [place, state] of deviceStates.entries()) counts[state] = states[place]?.[at] ?? 0
    return { companyId, siteId: siteIds[at] ?? 0, counts }
  })
}
