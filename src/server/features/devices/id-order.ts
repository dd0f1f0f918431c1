import { type RawBuilder, sql } from 'kysely'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'

export type IdColumn = 'site_id' | 'client_id' | 'account_id'

/**
 * Return `order by` of the list: ties by id, and descending is exactly the reverse of ascending, so that one index
 * serves both.
 */
export function orderBy(column: string, descending: boolean, table = ''): RawBuilder<unknown> {
  const way = descending ? sql`desc` : sql`asc`
  const name = (field: string) => sql`${sql.ref(table === '' ? field : `${table}.${field}`)} ${way}`
  return column === 'id' ? sql`order by ${name('id')}` : sql`order by ${name(column)}, ${name('id')}`
}

/** Return `order by` of the columns of an index that begins with the tenant. */
function orderByTenant(column: string, descending: boolean): RawBuilder<unknown> {
  const way = descending ? sql`desc` : sql`asc`
  return sql`order by company_id ${way}, ${sql.ref(column)} ${way}, id ${way}`
}

/**
 * Return the filter of one value whose index (company_id, column, id) lists a set in the order of ids, and the rest of
 * the set; null = the set has no such filter.
 */
export function idIndexOf(set: DeviceSet): { column: string; value: unknown; rest: DeviceSet } | null {
  const { accountId, siteIds, clientId, state, type, repairTimes, activeWorkerState } = set
  const { withoutSiteIds: _, ...anySite } = set
  const { state: _state, ...anyState } = set
  const { type: _type, ...anyType } = set
  const { repairTimes: _times, ...anyTimes } = set
  const { activeWorkerState: _worker, ...anyWorker } = set
  if (accountId !== null) return { column: 'account_id', value: accountId, rest: { ...set, accountId: null } }
  if (siteIds?.length === 1) return { column: 'site_id', value: siteIds[0], rest: { ...anySite, siteIds: null } }
  if (clientId !== null) return { column: 'client_id', value: clientId, rest: { ...set, clientId: null } }
  if (state !== undefined && state !== 'normal') return { column: 'state', value: state, rest: anyState }
  if (type !== undefined) return { column: 'type', value: type, rest: anyType }
  if (state !== undefined) return { column: 'state', value: state, rest: anyState }
  if (repairTimes !== undefined) return { column: 'repair_times', value: repairTimes, rest: anyTimes }
  if (activeWorkerState === undefined) return null
  return { column: 'active_worker_state', value: activeWorkerState, rest: anyWorker }
}

/**
 * Return conditions and order that read a tenant's part of a set by one of its indexes in the order of ids. PostgreSQL
 * expects the devices of all tenants, and of all values of a filter, to alternate: with equalities it takes the primary
 * key or the ids of the tenant, and skips every device before the first that matches, most of a million for a base, a
 * client or a type that joined late. The order of a column that equals a value is void, so the condition is a range. On
 * several nodes, a range of tenants would ask every shard: the tenant is a list of one, whose order is not void.
 */
export function inIdOrder(set: DeviceSet, tenant: RawBuilder<unknown>, descending: boolean, without?: IdColumn) {
  const own = set.spread
    ? sql<boolean>`company_id = any(array[${tenant}]::int[])`
    : sql<boolean>`company_id = ${tenant}`
  const order = (column: string) => (set.spread ? orderByTenant(column, descending) : orderBy(column, descending))
  if (without !== undefined)
    return { conditions: sql`${deviceConditions(set, own)} and ${sql.ref(without)} is null`, order: order(without) }
  const index = idIndexOf(set)
  if (index === null)
    return {
      conditions: deviceConditions(set, set.spread ? own : sql<boolean>`company_id between ${tenant} and ${tenant}`),
      order: orderBy('company_id', descending),
    }
  const { column, value, rest } = index
  return {
    conditions: sql`${deviceConditions(rest, own)} and ${sql.ref(column)} between ${value} and ${value}`,
    order: order(column),
  }
}
