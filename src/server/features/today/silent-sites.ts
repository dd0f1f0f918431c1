import { type Kysely, sql } from 'kysely'
import { type DeviceSet, isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { WallCoverage } from '#shared/cockpits.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { Need, NeedGroup } from '#shared/today.ts'

/** Days that are searched for a site's last feed. */
const lookedBack = 30

const silent = {
  kind: 'siteSilent',
  state: null,
  machines: [],
  client: null,
  clients: 0,
  note: null,
  event: null,
  also: [],
} as const

/** Return the last day on which a feed contained each of these sites. */
async function lastReports(
  db: Kysely<Database>,
  companyIds: readonly number[],
  siteIds: readonly number[],
  date: Day,
): Promise<Map<number, Day>> {
  const { rows } = await sql<{
    site_id: number
    day: Day
  }>`select site_id, max(business_date)::text as day from import_coverage
    where ${isOneOf('company_id', companyIds)} and ${isOneOf('site_id', siteIds)} and status <> 'missing'
      and business_date between ${addDays(date, -lookedBack)}::date and ${date}::date group by site_id`.execute(db)
  return new Map(rows.map(({ site_id, day }) => [site_id, day]))
}

type SilentSitesInput = {
  book: PlaceBook
  set: DeviceSet
  today: Day
  date: Day | null
  coverage: WallCoverage | null
  /** Sites with an open event. */
  sitesWithEvent: ReadonlySet<number>
  /** Maximum number of rows. */
  most: number
}

/**
 * Return sites without data on the business date, except those with an event; if that day itself is over, one row for
 * all of them.
 */
export async function silentSites(
  db: Kysely<Database>,
  { book, set, today, date, coverage, sitesWithEvent, most }: SilentSitesInput,
): Promise<NeedGroup> {
  const none: NeedGroup = { kind: 'siteSilent', total: 0, totalCapped: false, rows: [] }
  if (date === null || set.companyIds.length === 0) return none
  // A feed of the day may still arrive.
  if (date < addDays(today, -1)) {
    const all: Need = {
      ...silent,
      id: 0,
      name: null,
      count: coverage?.expected ?? 0,
      site: null,
      siteId: null,
      since: date,
    }
    return { ...none, total: 1, rows: [all] }
  }
  const missing =
    coverage?.sites.filter(({ status, siteId }) => status === 'missing' && !sitesWithEvent.has(siteId)) ?? []
  if (missing.length === 0) return none
  const shown = missing.slice(0, most)
  const bases = [...new Set(shown.flatMap(({ siteId }) => book.companies.get(siteId)?.tenantId ?? []))]
  const reportedAt = await lastReports(
    db,
    bases,
    shown.map(({ siteId }) => siteId),
    date,
  )
  return {
    ...none,
    total: missing.length,
    rows: shown.map(({ siteId, site, expected }) => ({
      ...silent,
      id: siteId,
      name: site,
      count: expected,
      site,
      siteId,
      since: reportedAt.get(siteId) ?? null,
    })),
  }
}
