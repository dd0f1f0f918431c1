import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { placesOf } from './daily-sums.ts'

const newestPlaces = (territory: Territory) =>
  placesOf(territory) ?? { kind: 'company' as const, ids: territory.companyIds }

/** Select `columns` of all days of a territory on several nodes: Citus cannot run a lateral lookup per place. */
function daysOnNodes(territory: Territory, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { kind, ids } = newestPlaces(territory)
  return sql`select ${columns} from daily_scope
    where kind = ${kind} and ${isOneOf('scope_id', ids)} and ${isOneOf('company_id', kind === 'all' ? [0] : territory.companyIds)} and total > 0`
}

/** Return SQL for the newest business date of a territory, null when it has none: one index lookup per place. */
export function newestDateIn(territory: Territory): RawBuilder<Day | null> {
  if (territory.spread) return sql<Day | null>`(${daysOnNodes(territory, sql`max(business_date)`)})`
  const places = newestPlaces(territory)
  const companyIds = places.kind === 'all' ? [0] : territory.companyIds
  return sql<Day | null>`(select max(newest.business_date)
    from unnest(${places.ids}::int[]) place(id) cross join unnest(${companyIds}::int[]) company(id)
    cross join lateral (select business_date from daily_scope where kind = ${places.kind} and scope_id = place.id and company_id = company.id and total > 0
      order by business_date desc limit 1) newest)`
}

/** Return the newest business date of a territory, null when it has none. */
export async function lastDate(db: Kysely<Database>, territory: Territory): Promise<Day | null> {
  if (territory.companyIds.length === 0) return null
  // Citus executes a nested query of several nodes separately, and does not route one of a base without planning it.
  const query = territory.spread
    ? daysOnNodes(territory, sql`max(business_date)::text as day`)
    : sql`select ${newestDateIn(territory)}::text as day`
  const { rows } = await sql<{ day: Day | null }>`${query}`.execute(db)
  return rows[0]?.day ?? null
}

/** Return the business date of the caller's scope, or of a set in it; null when there is none. */
export const newestDay = async (ctx: SignedInContext, set?: DeviceSet): Promise<Day | null> =>
  lastDate(ctx.readDb, set ?? (await ctx.services.places.narrow(ctx.scope)))

/** Return the business date, or today when there is none. */
export const chartDay = async (ctx: SignedInContext): Promise<Day> =>
  (await newestDay(ctx)) ?? businessDay(ctx.clock(), ctx.config.timeZone)
