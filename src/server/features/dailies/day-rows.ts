import { type RawBuilder, sql } from 'kysely'
import { type Territory, territoryConditions } from '#server/db/device-set.ts'
import type { Day } from '#shared/dates.ts'
import type { DeviceState } from '#shared/devices.ts'

/** Tell whether a territory is only a part of its tenants, such as a client or a site. */
export const isPart = ({ siteIds, clientId, accountId }: Territory): boolean =>
  siteIds !== null || clientId !== null || accountId !== null

/**
 * Return the condition for the rows of device_daily that belong to a territory on a day. Rows of a day are stored
 * ordered by owner. For a site or a sub-account, the leaves give the clients in question, so that PostgreSQL skips the
 * pages of all others.
 */
export const ofTerritory = (set: Territory, day: Day): RawBuilder<boolean> =>
  within(set, sql<boolean>`business_date = ${day}::date`)

/** Return the same condition for the days after `after` up to `last`. */
export const ofTerritoryAfter = (set: Territory, after: Day, last: Day): RawBuilder<boolean> =>
  within(set, sql<boolean>`business_date > ${after}::date and business_date <= ${last}::date`)

function within(set: Territory, days: RawBuilder<boolean>): RawBuilder<boolean> {
  const conditions = territoryConditions(set)
  if (isPart(set) && set.clientId === null)
    conditions.push(sql<boolean>`client_id = any(array(select distinct client_id from daily_leaf
      where ${sql.join(territoryConditions(set), sql` and `)} and ${days} and total > 0))`)
  return sql<boolean>`(${days} and ${sql.join(conditions, sql` and `)})`
}

/**
 * Return the condition for some states, as literals, so that every plan can use a partial index on the states of
 * trouble.
 */
export const inStates = (states: readonly DeviceState[]): RawBuilder<boolean> =>
  sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`
