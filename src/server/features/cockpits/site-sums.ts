import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ColumnLists, columnLists, readLists } from '#server/db/column-lists.ts'
import { isOfTenants, type Territory, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { devicesBySite } from '#server/db/territory-counts.ts'
import { isWhole } from '#server/features/charts/daily-sums.ts'
import type { Day } from '#shared/dates.ts'
import type { SiteDay, SiteFigures } from './places.ts'

/** The columns of a rate; `total` tells whether there is any device. */
const columns = ['in_service', 'online', 'unknown', 'total']
/** Devices in a state of service that the rate leaves out although their site reported: they have never reported. */
const never = sql`normal + low + warn + offline - in_service - unknown`
type CountedDay = SiteDay & { total: number }

async function daysFrom(db: Kysely<Database>, rolledUp: RawBuilder<unknown>): Promise<CountedDay[]> {
  const lists = columnLists(['company_id', 'site_id', ...columns, 'never'])
  const { rows } = await sql<ColumnLists>`select ${lists} as lists from (${rolledUp}) rolled_up`.execute(db)
  const [companyIds = [], siteIds = [], inService = [], online = [], unknown = [], total = [], lacking = []] =
    readLists(rows[0]?.lists)
  return companyIds.map((companyId, at) => ({
    companyId,
    siteId: siteIds[at] ?? 0,
    inService: inService[at] ?? 0,
    online: online[at] ?? 0,
    unknown: unknown[at] ?? 0,
    total: total[at] ?? 0,
    never: lacking[at] ?? 0,
  }))
}

/**
 * Return one day of whole bases by base and site. The row of a base minus the rows of its sites gives its devices
 * without a site (siteId 0).
 */
async function daysOfWhole(db: Kysely<Database>, territory: Territory, day: Day): Promise<CountedDay[]> {
  const rows = await daysFrom(
    db,
    sql`select company_id, case kind when 'company' then 0 else scope_id end as site_id, ${sql.join(columns.map((column) => sql.ref(column)))}, ${never} as never
      from daily_scope where business_date = ${day} and kind in ('company', 'site') and ${isOfTenants('company_id', territory)} and total > 0`,
  )
  const bases = new Map(rows.filter(({ siteId }) => siteId === 0).map((base) => [base.companyId, base]))
  for (const site of rows) {
    const base = site.siteId === 0 ? undefined : bases.get(site.companyId)
    if (!base) continue
    base.inService -= site.inService
    base.online -= site.online
    base.unknown -= site.unknown
    base.never -= site.never
    base.total -= site.total
  }
  const inBin = new Set(territory.withoutSiteIds)
  return rows.filter((site) => !inBin.has(site.siteId) && site.total > 0)
}

/** Return the figures of a day by base and site, from the roll-ups alone. */
export async function siteDays(db: Kysely<Database>, territory: Territory, day: Day): Promise<SiteDay[]> {
  if (territory.companyIds.length === 0) return []
  if (isWhole(territory)) return daysOfWhole(db, territory, day)
  const conditions = sql.join(territoryConditions(territory), sql` and `)
  const sums = sql.join(columns.map((column) => sql`sum(${sql.ref(column)})::int as ${sql.ref(column)}`))
  return daysFrom(
    db,
    sql`select company_id, site_id, ${sums}, sum(${never})::int as never from daily_leaf where ${conditions} and business_date = ${day}::date
      group by company_id, site_id having sum(total) > 0`,
  )
}

/**
 * Add the present number of devices of each site, so that the places add up to the cards, including sites without data
 * for the day.
 */
export async function siteFigures(db: Kysely<Database>, territory: Territory, day: Day): Promise<SiteFigures[]> {
  // A site belongs to one base, so its id is enough. Devices without a site are keyed by their base.
  const keyOf = (companyId: number, siteId: number) => siteId || -companyId
  const found = new Map<number, SiteFigures>()
  for (const { companyId, siteId, inService, online, unknown, never: left } of await siteDays(db, territory, day))
    found.set(keyOf(companyId, siteId), { companyId, siteId, inService, online, unknown, never: left, devices: 0 })
  for (const { companyId, siteId, devices } of await devicesBySite(db, territory)) {
    const key = keyOf(companyId, siteId)
    const known = found.get(key)
    if (known) known.devices = devices
    else found.set(key, { companyId, siteId, inService: 0, online: 0, unknown: 0, never: 0, devices })
  }
  return [...found.values()]
}
