import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { placesOf } from './daily-sums.ts'

/** Return SQL for the newest business date of a territory, null when it has none: one index lookup per place. */
export function newestDateIn(territory: Territory): RawBuilder<Day | null> {
  const places = placesOf(territory) ?? { kind: 'company' as const, ids: territory.companyIds }
  const companyIds = places.kind === 'all' ? [0] : territory.companyIds
  // Citus cannot run a lateral lookup per place.
  if (territory.spread)
    return sql<Day | null>`(select max(business_date) from daily_scope
      where kind = ${places.kind} and ${isOneOf('scope_id', places.ids)} and ${isOneOf('company_id', companyIds)} and total > 0)`
  return sql<Day | null>`(select max(newest.business_date)
    from unnest(${places.ids}::int[]) place(id) cross join unnest(${companyIds}::int[]) company(id)
    cross join lateral (select business_date from daily_scope where kind = ${places.kind} and scope_id = place.id and company_id = company.id and total > 0
      order by business_date desc limit 1) newest)`
}

/** Return the newest business date of a territory, null when it has none. */
export async function lastDate(db: Kysely<Database>, territory: Territory): Promise<Day | null> {
  if (territory.companyIds.length === 0) return null
  const { rows } = await sql<{ day: Day | null }>`select ${newestDateIn(territory)}::text as day`.execute(db)
  return rows[0]?.day ?? null
}

/** Return the business date of the caller's scope, or of a set in it; null when there is none. */
export const newestDay = async (ctx: SignedInContext, set?: DeviceSet): Promise<Day | null> =>
  lastDate(ctx.readDb, set ?? (await ctx.services.places.narrow(ctx.scope)))

/** Return the business date, or today when there is none. */
export const chartDay = async (ctx: SignedInContext): Promise<Day> =>
  (await newestDay(ctx)) ?? businessDay(ctx.clock(), ctx.config.timeZone)
