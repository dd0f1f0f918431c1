import type { Kysely } from 'kysely'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Day } from '#shared/dates.ts'
import type { Coverage } from '#shared/day-lists.ts'

/** Return the coverage of the sites of a territory by the feeds of a day, most missing machines first. */
export async function coverageOf(
  db: Kysely<Database>,
  book: PlaceBook,
  territory: Territory,
  date: Day,
): Promise<Coverage> {
  if (territory.companyIds.length === 0) return { date, expected: 0, reported: 0, sites: [] }
  let query = db
    .selectFrom('import_coverage')
    .select(['site_id', 'expected', 'reported', 'status'])
    .where('business_date', '=', date)
    .where(isOneOf('company_id', territory.companyIds))
  if (territory.siteIds !== null) query = query.where(isOneOf('site_id', territory.siteIds))
  if (territory.withoutSiteIds?.length) query = query.where('site_id', 'not in', [...territory.withoutSiteIds])
  const rows = await query.execute()
  const sites = rows
    .map(({ site_id, expected, reported, status }) => ({
      siteId: site_id,
      site: book.companies.get(site_id)?.name ?? '',
      expected,
      reported,
      status,
    }))
    .sort((one, other) => other.expected - other.reported - (one.expected - one.reported) || one.siteId - other.siteId)
  const sum = (count: 'expected' | 'reported') => sites.reduce((total, site) => total + site[count], 0)
  return { date, expected: sum('expected'), reported: sum('reported'), sites }
}
