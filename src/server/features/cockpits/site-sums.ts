import { type Kysely, sql } from 'kysely'
import { countsByPlace } from '#server/db/device-counts.ts'
import { type DeviceSet, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import { deviceStates } from '#shared/devices.ts'
import type { SiteSums } from './places.ts'

/** Sums of one day by base and site, from the roll-up alone. */
export async function siteSums(db: Kysely<Database>, set: DeviceSet, day: Day): Promise<SiteSums[]> {
  if (set.companyIds.length === 0) return []
  const sums = sql.join([...deviceStates, 'in_service', 'online', 'compliant', 'unknown'].map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))
  const { rows } = await sql<SiteSums>`select company_id as "companyId", site_id as "siteId", ${day}::text as day, ${sums} from daily_leaf
    where ${sql.join(territoryConditions(set), sql` and `)} and business_date = ${day}::date group by company_id, site_id having sum(total) > 0`.execute(db)
  return rows
}

const nothing = { normal: 0, low: 0, warn: 0, offline: 0, repairing: 0, repaired: 0, lost: 0, scrap: 0, in_service: 0, online: 0, compliant: 0, unknown: 0 }

/** The same with how many devices stand on each site now, so that the places add up to the cards; sites of which the day knows nothing too. */
export async function siteSumsNow(db: Kysely<Database>, set: DeviceSet, day: Day): Promise<SiteSums[]> {
  const keyOf = (companyId: number, siteId: number) => `${companyId} ${siteId}`
  const found = new Map<string, SiteSums>()
  for (const site of await siteSums(db, set, day)) found.set(keyOf(site.companyId, site.siteId), { ...site, devices: 0 })
  for (const { companyId, placeId, devices } of await countsByPlace(db, set, 'site_id')) {
    const siteId = placeId ?? 0
    const key = keyOf(companyId, siteId)
    found.set(key, { ...(found.get(key) ?? { ...nothing, companyId, siteId, day }), devices })
  }
  return [...found.values()]
}
