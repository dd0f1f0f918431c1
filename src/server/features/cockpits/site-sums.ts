import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ColumnLists, columnLists, readLists } from '#server/db/column-lists.ts'
import type { SiteCounts } from '#server/db/device-counts.ts'
import { isOneOf, type Territory, territoryConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { readDays, sumColumns, summed } from '#server/features/charts/queries.ts'
import type { Day } from '#shared/dates.ts'
import type { SiteSums } from './places.ts'

const isWhole = (territory: Territory) => territory.siteIds === null && territory.clientId === null && territory.accountId === null

async function sumsFrom(db: Kysely<Database>, day: Day, rolledUp: RawBuilder<unknown>): Promise<SiteSums[]> {
  const lists = columnLists(['company_id', 'site_id', ...sumColumns])
  const { rows } = await sql<ColumnLists>`select ${lists} as lists from (${rolledUp}) rolled_up`.execute(db)
  const [companyIds = [], siteIds = [], ...sums] = readLists(rows[0]?.lists)
  const days = readDays(
    companyIds.map(() => day),
    sums,
  )
  return days.map((sum, at) => ({ ...sum, companyId: companyIds[at] ?? 0, siteId: siteIds[at] ?? 0 }))
}

/** Sums of one day by base and site of whole bases: a row a site, and what is left of a base stands on none. */
async function sumsOfWhole(db: Kysely<Database>, territory: Territory, day: Day): Promise<SiteSums[]> {
  const rows = await sumsFrom(
    db,
    day,
    sql`select company_id, case kind when 'company' then 0 else scope_id end as site_id, ${sql.join(sumColumns.map((column) => sql.ref(column)))}
      from daily_scope where business_date = ${day} and kind in ('company', 'site') and ${isOneOf('company_id', territory.companyIds)} and total > 0`,
  )
  const bases = new Map(rows.filter(({ siteId }) => siteId === 0).map((base) => [base.companyId, base]))
  for (const site of rows) {
    const base = site.siteId === 0 ? undefined : bases.get(site.companyId)
    if (base) for (const column of sumColumns) base[column] -= site[column]
  }
  const inBin = new Set(territory.withoutSiteIds)
  return rows.filter((site) => !inBin.has(site.siteId) && (site.siteId !== 0 || sumColumns.some((column) => site[column] > 0)))
}

/** Sums of one day by base and site, from the roll-ups alone. */
export async function siteSums(db: Kysely<Database>, territory: Territory, day: Day): Promise<SiteSums[]> {
  if (territory.companyIds.length === 0) return []
  if (isWhole(territory)) return sumsOfWhole(db, territory, day)
  const conditions = sql.join(territoryConditions(territory), sql` and `)
  return sumsFrom(
    db,
    day,
    sql`select company_id, site_id, ${summed} from daily_leaf where ${conditions} and business_date = ${day}::date
      group by company_id, site_id having sum(total) > 0`,
  )
}

const nothing = { normal: 0, low: 0, warn: 0, offline: 0, repairing: 0, repaired: 0, lost: 0, scrap: 0, in_service: 0, online: 0, compliant: 0, unknown: 0 }

/** The same with how many devices stand on each site now, so that the places add up to the cards; sites of which the day knows nothing too. */
export async function siteSumsNow(db: Kysely<Database>, territory: Territory, day: Day, standing: readonly SiteCounts[]): Promise<SiteSums[]> {
  const keyOf = (companyId: number, siteId: number) => `${companyId} ${siteId}`
  const found = new Map<string, SiteSums>()
  for (const site of await siteSums(db, territory, day)) found.set(keyOf(site.companyId, site.siteId), { ...site, devices: 0 })
  for (const { companyId, siteId, counts } of standing) {
    const key = keyOf(companyId, siteId)
    found.set(key, { ...(found.get(key) ?? { ...nothing, companyId, siteId, day }), devices: counts.total })
  }
  return [...found.values()]
}
