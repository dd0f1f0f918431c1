import { type RawBuilder, sql } from 'kysely'
import type { DeviceState, DeviceType } from '#shared/devices.ts'
import { integers } from './binary-array.ts'
import { factConditions, type RequestedFacts } from './fact-conditions.ts'
import { containing, isInTrigrams } from './search-texts.ts'

/**
 * A set of devices by place and properties, with every id checked against the caller's scope. Only `places.narrow`
 * creates it. The list, totals, cards, pies, charts, dropdowns and export all read from one such set.
 */
export type DeviceSet = {
  /** All tenants without any filter: counters and the `all` roll-up may answer. */
  everything: boolean
  /** Tenants; an empty list = no devices. */
  companyIds: readonly number[]
  /** null = any site, or none. */
  siteIds: readonly number[] | null
  /** Deleted sites of these tenants if `siteIds` is null: their devices are in the bin. Missing = there are none. */
  withoutSiteIds?: readonly number[]
  /**
   * Do not use the `all` roll-up: a whole tenant is in the bin, or tenants are distributed over several nodes and the
   * roll-up does not exist.
   */
  partial?: boolean
  /**
   * Tenants are distributed over several nodes (Citus): a statement that names the tenants of each table runs on their
   * nodes only.
   */
  spread?: boolean
  clientId: number | null
  accountId: number | null
  /** The caller is a client or an account: the staff's notes about a machine are hidden. */
  personal?: boolean
  type?: DeviceType
  state?: DeviceState
  /** Any of these states. */
  states?: readonly DeviceState[]
  repairTimes?: number
  activeWorkerState?: boolean
  /** Part of the serial. */
  serial?: string
  /** The devices of a saved list. */
  ids?: readonly number[]
  /** Devices to leave out. */
  withoutIds?: readonly number[]
  /** Devices with these facts: position, firmware, address and tags. */
  facts?: RequestedFacts
  /** Find the facts of all machines of the sites in one query. */
  factsOfSites?: boolean
  /** Filter by acknowledged trouble, and by assignee. */
  care?: { acknowledged?: boolean | undefined; assigneeId?: number | undefined }
  /** Places whose name matched: the device is at one of the sites, or belongs to one of the clients or accounts. */
  named?: { siteIds: readonly number[]; clientIds: readonly number[]; accountIds: readonly number[] }
}

/** The places of a set's devices, without filters on device properties. */
export type Territory = Pick<
  DeviceSet,
  | 'everything'
  | 'partial'
  | 'spread'
  | 'companyIds'
  | 'siteIds'
  | 'withoutSiteIds'
  | 'clientId'
  | 'accountId'
  | 'personal'
>

export const nowhere: Territory = { everything: false, companyIds: [], siteIds: null, clientId: null, accountId: null }

/**
 * Is `column` one of the ids? One id keeps the order of an index; several are passed as one array, so that the
 * statement text stays the same.
 */
export const isOneOf = (column: string, ids: readonly number[]): RawBuilder<boolean> => {
  const [first] = ids
  return ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${first}`
    : sql<boolean>`${sql.ref(column)} = any(${ids}::int[])`
}

/**
 * Is `column` one of the tenants of a set? If the set contains all tenants, add no condition: otherwise a thousand ids
 * would be looked up one by one in a query that reads all rows.
 */
export const isOfTenants = (
  column: string,
  { everything, partial, companyIds }: Pick<Territory, 'everything' | 'partial' | 'companyIds'>,
): RawBuilder<boolean> => (everything && !partial ? sql<boolean>`true` : isOneOf(column, companyIds))

/** Return whether the rows of a territory can be on several nodes: then no single node joins, orders or limits them. */
export const isOnSeveralNodes = ({ spread, companyIds }: Pick<Territory, 'spread' | 'companyIds'>): boolean =>
  spread === true && companyIds.length > 1

/**
 * Name the tenants of a joined table whose rows the query finds without them. Only do so if tenants are distributed
 * over several nodes: a single database would choose a worse plan.
 */
export const onTheirNodes = (
  column: string,
  { spread, companyIds }: Pick<Territory, 'spread' | 'companyIds'>,
): RawBuilder<unknown> => (spread ? sql` and ${isOneOf(column, companyIds)}` : sql``)

/**
 * Join two rows of one machine by tenant as well if tenants are distributed over several nodes. In a single database
 * only the machine joins them: after a move to another base, the machine's days and records keep the earlier base.
 */
export const onOneNode = (column: string, other: string, { spread }: Pick<Territory, 'spread'>): RawBuilder<unknown> =>
  spread ? sql`${sql.ref(column)} = ${sql.ref(other)} and ` : sql``

/**
 * Keep the planner of a single database from flattening a sub-select. Citus needs no barrier: it must not query a node
 * row by row.
 */
export const barrierOf = ({ spread }: Pick<Territory, 'spread'>): RawBuilder<unknown> =>
  spread ? sql`` : sql`offset 0`

/** Does `column` name none of these sites? A place without a site is null, or 0 in a roll-up. */
export const isNoneOf = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or not ${sql.ref(column)} = any(${[...ids]}::int[]))`

/** Leave out devices on sites in the bin; true if there are none. */
export const standsOn = (column: string, withoutSiteIds: readonly number[] | undefined): RawBuilder<boolean> =>
  withoutSiteIds?.length ? isNoneOf(column, withoutSiteIds) : sql<boolean>`true`

/**
 * Return the conditions for the place of a row of device (or daily_leaf); `tenant` replaces the condition that names
 * all tenants.
 */
export function territoryConditions(
  set: Territory,
  tenant = isOneOf('company_id', set.companyIds),
): RawBuilder<boolean>[] {
  const conditions = [tenant]
  if (set.siteIds !== null) conditions.push(isOneOf('site_id', set.siteIds))
  else if (set.withoutSiteIds?.length) conditions.push(isNoneOf('site_id', set.withoutSiteIds))
  if (set.clientId !== null) conditions.push(sql<boolean>`client_id = ${set.clientId}`)
  if (set.accountId !== null) conditions.push(sql<boolean>`account_id = ${set.accountId}`)
  return conditions
}

/**
 * Return conditions on the care of a device's present trouble: another trouble has another `state_since`. On several
 * nodes, each shard looks it up beside its devices: a list of all would be gathered and sent to every node.
 */
function careConditions({ care, companyIds, spread }: DeviceSet): RawBuilder<boolean>[] {
  const own = sql`device_care w where ${isOneOf('w.company_id', companyIds)}`
  const said = (what: RawBuilder<boolean>) =>
    spread
      ? sql<boolean>`exists (select from ${own} and w.company_id = device.company_id and w.device_id = device.id and w.state_since = device.state_since and ${what})`
      : sql<boolean>`(id, state_since) in (select w.device_id, w.state_since from ${own} and ${what})`
  const { acknowledged, assigneeId } = care ?? {}
  const seen = said(sql<boolean>`w.acknowledged_at is not null`)
  return [
    ...(acknowledged === undefined ? [] : [acknowledged ? seen : sql<boolean>`not ${seen}`]),
    ...(assigneeId === undefined ? [] : [said(sql<boolean>`w.assignee_id = ${assigneeId}`)]),
  ]
}

/** Return the condition for devices with the requested facts. */
function factCondition({ companyIds, siteIds, factsOfSites }: DeviceSet, facts: RequestedFacts): RawBuilder<boolean> {
  const matching = sql`select f.device_id from device_facts f where ${isOneOf('f.company_id', companyIds)} and ${sql.join(factConditions(facts, companyIds), sql` and `)}`
  if (!factsOfSites || siteIds === null) return sql<boolean>`id in (${matching})`
  // Do not join: a planner that expects few matches would look the machines up one by one.
  return sql<boolean>`coalesce(id in (${matching} and f.site_id is not null and ${isOneOf('f.site_id', siteIds)}), false)`
}

/**
 * Return the where clause of a set for the table device, with unqualified column names; `tenant` replaces the condition
 * that names all tenants.
 */
export function deviceConditions(set: DeviceSet, tenant?: RawBuilder<boolean>): RawBuilder<boolean> {
  const conditions = territoryConditions(set, tenant)
  if (set.type !== undefined) conditions.push(sql<boolean>`type = ${set.type}`)
  if (set.state !== undefined) conditions.push(sql<boolean>`state = ${set.state}`)
  if (set.states !== undefined) conditions.push(sql<boolean>`state = any(${set.states}::device_state[])`)
  if (set.repairTimes !== undefined) conditions.push(sql<boolean>`repair_times = ${set.repairTimes}`)
  if (set.activeWorkerState !== undefined) conditions.push(sql<boolean>`active_worker_state = ${set.activeWorkerState}`)
  if (set.serial !== undefined) conditions.push(sql<boolean>`upper(serial) like upper(${containing(set.serial)})`)
  if (set.ids !== undefined) conditions.push(sql<boolean>`id = any(${integers(set.ids)}::int[])`)
  if (set.withoutIds !== undefined) conditions.push(sql<boolean>`id <> all(${integers(set.withoutIds)}::int[])`)
  if (set.facts !== undefined) conditions.push(factCondition(set, set.facts))
  if (set.care !== undefined) conditions.push(...careConditions(set))
  if (set.named !== undefined)
    conditions.push(
      sql<boolean>`(site_id = any(${set.named.siteIds}::int[]) or client_id = any(${set.named.clientIds}::int[]) or account_id = any(${set.named.accountIds}::int[]))`,
    )
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Does the set pick single machines by a part of the serial, a list, facts or care? No counter knows their number. */
export const isPicked = ({ serial, ids, withoutIds, facts, care }: DeviceSet): boolean =>
  [serial, ids, withoutIds, facts, care].some((picks) => picks !== undefined)

/**
 * Has a set fewer places that were found by a name than sites, as of a province? The planner does not know that those
 * have fewer devices, and would read all of the sites.
 */
export const isFewerByName = ({ siteIds, named, spread }: DeviceSet): boolean =>
  siteIds !== null &&
  named !== undefined &&
  !spread &&
  siteIds.length > named.siteIds.length + named.clientIds.length + named.accountIds.length

/** Do the counters, kept by tenant, know the answer? */
export const isCounted = (set: DeviceSet): boolean =>
  set.siteIds === null &&
  !set.withoutSiteIds?.length &&
  set.clientId === null &&
  set.accountId === null &&
  !isPicked(set) &&
  set.named === undefined

/** Do the counters by owner and site know the answer? */
export const isLeafCounted = (set: DeviceSet): boolean => !isPicked(set)

/**
 * Count devices. For a part of a serial with trigrams, and for a list, count a column that is in no index: otherwise the
 * planner would read a whole index that holds all devices of a type, a client or a base.
 */
export const counting = ({ serial, ids }: Pick<DeviceSet, 'serial' | 'ids'>): RawBuilder<number> =>
  ids !== undefined || (serial !== undefined && isInTrigrams(serial))
    ? sql<number>`count(row_version)::int`
    : sql<number>`count(*)::int`

/** Return the cheapest table that knows the number of devices in a set, and the expression that counts them. */
export const countedFrom = (set: DeviceSet): { table: RawBuilder<unknown>; devices: RawBuilder<number> } =>
  isLeafCounted(set)
    ? {
        table: isCounted(set) ? sql`device_count` : sql`device_leaf_count`,
        devices: sql<number>`coalesce(sum(devices), 0)::int`,
      }
    : { table: sql`device`, devices: counting(set) }
