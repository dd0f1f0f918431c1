import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isNoneOf, isOfTenants, isOneOf, isOnSeveralNodes, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { type WallCoverage, wallRows } from '#shared/cockpits.ts'
import type { Day } from '#shared/dates.ts'

type Lacking = { site_id: number; expected: number; reported: number; status: WallCoverage['sites'][number]['status'] }
type Row = Pick<WallCoverage, 'expected' | 'reported' | 'lacking'> & { sites: Lacking[] | null }

const isLacking = sql<boolean>`(status = 'missing' or expected - reported > 0)`
const sumsOfSites = sql`coalesce(sum(expected), 0)::int as expected, coalesce(sum(reported), 0)::int as reported,
  count(*) filter (where ${isLacking})::int as lacking`
const lackMost = sql`select site_id, expected, reported, status`
const mostFirst = sql`order by status = 'missing' desc, expected - reported desc, site_id limit ${wallRows}`

async function readOnce(db: Kysely<Database>, conditions: RawBuilder<unknown>): Promise<Row | undefined> {
  const { rows } = await sql<Row>`with covered as materialized (
      select site_id, expected, reported, status from import_coverage where ${conditions})
    select ${sumsOfSites}, (select json_agg(worst) from (${lackMost} from covered where ${isLacking} ${mostFirst}) worst) as sites
    from covered`.execute(db)
  return rows[0]
}

/**
 * Read the same of several bases by two queries: Citus would gather a common table expression and send it to every node
 * again.
 */
async function onNodes(db: Kysely<Database>, conditions: RawBuilder<unknown>): Promise<Row | undefined> {
  const [sums, sites] = await Promise.all([
    sql<Row>`select ${sumsOfSites} from import_coverage where ${conditions}`.execute(db),
    sql<Lacking>`${lackMost} from import_coverage where ${conditions} and ${isLacking} ${mostFirst}`.execute(db),
  ])
  const [row] = sums.rows
  return row && { ...row, sites: sites.rows }
}

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
  const { sites, ...sums } = (await (isOnSeveralNodes(territory) ? onNodes : readOnce)(
    db,
    sql.join(conditions, sql` and `),
  )) ?? {
    expected: 0,
    reported: 0,
    lacking: 0,
    sites: null,
  }
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
