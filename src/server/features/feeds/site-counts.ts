import { sql, type Transaction } from 'kysely'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import { isTelemetryState } from '#shared/transitions.ts'
import type { FleetDevice, SiteRest } from './read-fleet.ts'

/**
 * Count machines in service of each site of the territory (0 = no site) from the roll-up of an open day, whose rows
 * match the live machines.
 * @returns null when the day was opened before the roll-up counted reports
 */
export async function countSitesOf(
  trx: Transaction<Database>,
  { companyIds, siteIds, withoutSiteIds }: Territory,
  day: Day,
): Promise<Map<number, SiteRest> | null> {
  const { rows } = await sql<{ site: number; expected: number; reported: number | null }>`
    select case kind when 'site' then scope_id else 0 end as site, sum(in_service + unknown)::int as expected,
      case when bool_and(reported is not null) then sum(reported)::int end as reported
    from daily_scope where business_date = ${day}::date and kind = any('{company,site}'::scope_kind[]) and ${isOneOf('company_id', companyIds)} group by 1`.execute(
    trx,
  )
  const counts = new Map<number, SiteRest>()
  const whole = { expected: 0, reported: 0 }
  for (const { site, expected, reported } of rows) {
    if (reported === null) return null
    // The rest of the tenant's machines is on no site.
    whole.expected += site === 0 ? expected : -expected
    whole.reported += site === 0 ? reported : -reported
    if (site !== 0 && (siteIds?.includes(site) ?? !withoutSiteIds?.includes(site)))
      counts.set(site, { expected, reported })
  }
  if (siteIds === null) counts.set(0, whole)
  return counts
}

/** Return the number of machines of the territory, and the number that are not scrapped. */
export async function countMachines(
  trx: Transaction<Database>,
  { companyIds, siteIds, withoutSiteIds }: Territory,
): Promise<{ all: number; machines: number }> {
  const onSites = (ids: readonly number[]) => sql`
    (select coalesce(sum(devices), 0) as all, coalesce(sum(devices - scrap), 0) as machines from device_place_count
      where kind = 'site' and ${isOneOf('company_id', companyIds)} and ${isOneOf('place_id', ids)})`
  const whole = sql`
    (select coalesce(sum(devices), 0) as all, coalesce(sum(devices) filter (where state <> 'scrap'), 0) as machines from device_count
      where ${isOneOf('company_id', companyIds)})`
  const without = sql`(select w.all - s.all as all, w.machines - s.machines as machines from ${whole} w, ${onSites(withoutSiteIds ?? [])} s)`
  const counted = siteIds !== null ? onSites(siteIds) : withoutSiteIds?.length ? without : whole
  const { rows } = await sql<{
    all: number
    machines: number
  }>`select c.all::int as all, c.machines::int as machines from ${counted} c`.execute(trx)
  return rows[0] ?? { all: 0, machines: 0 }
}

/**
 * Subtract the machines that were read from the counts of the sites. `reported`: the machines that feeds of the day
 * already reported.
 */
export function restOf(
  counts: ReadonlyMap<number, SiteRest>,
  read: Iterable<FleetDevice>,
  reported: ReadonlySet<number>,
): Map<number, SiteRest> {
  const rest = new Map([...counts].map(([siteId, count]) => [siteId, { ...count }]))
  for (const { id, siteId, state, lastReportAt } of read) {
    if (!isTelemetryState(state) || lastReportAt === null) continue
    const site = rest.get(siteId ?? 0)
    if (!site) continue
    site.expected = Math.max(0, site.expected - 1)
    if (reported.has(id)) site.reported = Math.max(0, site.reported - 1)
  }
  return rest
}
