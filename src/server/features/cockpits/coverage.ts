import { type Kysely, sql } from 'kysely'
import { isNoneOf, isOfTenants, isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { type WallCoverage, wallRows } from '#shared/cockpits.ts'
import type { Day } from '#shared/dates.ts'

type Lacking = { site_id: number; expected: number; reported: number; status: WallCoverage['sites'][number]['status'] }
type Row = Pick<WallCoverage, 'expected' | 'reported' | 'lacking'> & { sites: Lacking[] | null }

/**
 * Return the coverage of a territory by the feeds of a day, with the sites that lack most. The database sums it up,
 * however many sites there are.
 */
export async function wallCoverage(
  db: Kysely<Database>,
  book: PlaceBook,
  territory: Territory,
  date: Day,
): Promise<WallCoverage> {
  const conditions = [sql<boolean>`business_date = ${date}::date`, isOfTenants('company_id', territory)]
  if (territory.siteIds !== null) conditions.push(isOneOf('site_id', territory.siteIds))
  if (territory.withoutSiteIds?.length) conditions.push(isNoneOf('site_id', territory.withoutSiteIds))
  const { rows } = await sql<Row>`with covered as materialized (
      select site_id, expected, reported, status, status = 'missing' as missing, expected - reported as lack
      from import_coverage where ${sql.join(conditions, sql` and `)})
    select coalesce(sum(expected), 0)::int as expected, coalesce(sum(reported), 0)::int as reported, count(*) filter (where missing or lack > 0)::int as lacking,
      (select json_agg(worst) from (select site_id, expected, reported, status from covered where missing or lack > 0
        order by missing desc, lack desc, site_id limit ${wallRows}) worst) as sites
    from covered`.execute(db)
  const { sites, ...sums } = rows[0] ?? { expected: 0, reported: 0, lacking: 0, sites: null }
  return {
    date,
    ...sums,
    sites: (sites ?? []).map(({ site_id, ...site }) => ({
      siteId: site_id,
      site: book.companies.get(site_id)?.name ?? '',
      ...site,
    })),
  }
}
