import { type Kysely, sql } from 'kysely'
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
