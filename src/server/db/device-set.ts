import { type RawBuilder, sql } from 'kysely'
import type { DeviceState, DeviceType } from '#shared/devices.ts'
import { integers } from './binary-array.ts'
import { type AskedFacts, factConditions } from './fact-conditions.ts'
import { containing, isInTrigrams } from './paging.ts'

/**
 * A set of devices: where they belong and what they are like, with every id checked against the caller's scope.
 * Made by `places.narrow` alone; list, totals, cards, pies, charts, dropdowns and export all read from one of these.
 */
export type DeviceSet = {
  /** All tenants, not narrowed in any way: counters and the `all` roll-up may answer. */
  everything: boolean
  /** Tenants; none = no device at all. */
  companyIds: readonly number[]
  /** null = any, also none. */
  siteIds: readonly number[] | null
  /** Deleted sites of these tenants, when `siteIds` is null: their devices are in the bin. Missing = there are none. */
  withoutSiteIds?: readonly number[]
  /** The `all` roll-up knows too much, because a whole tenant is in the bin; or there is none, because tenants lie on several nodes. */
  partial?: boolean
  /** Tenants lie on several nodes (Citus): a statement that names the tenants of each table is sent to theirs alone. */
  spread?: boolean
  clientId: number | null
  accountId: number | null
  /** A client or an account asks: what the staff notes of a machine is not for them. */
  personal?: boolean
  type?: DeviceType
  state?: DeviceState
  /** Any of these states. */
  states?: readonly DeviceState[]
  repairTimes?: number
  activeWorkerState?: boolean
  /** Part of the serial. */
  serial?: string
  /** The devices of a kept list. */
  ids?: readonly number[]
  /** With these facts: where it stands, its firmware, address and tags. */
  facts?: AskedFacts
  /** The facts are looked up of all machines of the sites together. */
  factsOfSites?: boolean
  /** In a trouble that people have seen, or not; that somebody looks after. */
  care?: { acknowledged?: boolean | undefined; assigneeId?: number | undefined }
  /** Places whose name matched; the device is at one of the sites, or belongs to one of the others. */
  named?: { siteIds: readonly number[]; clientIds: readonly number[]; accountIds: readonly number[] }
}

/** Where the devices of a set belong, without what they are like. */
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

/** `column` is one of the ids. One id keeps the order of an index; several go as one array, so that the text stays the same. */
export const isOneOf = (column: string, ids: readonly number[]): RawBuilder<boolean> => {
  const [first] = ids
  return ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${first}`
    : sql<boolean>`${sql.ref(column)} = any(${ids}::int[])`
}

/** `column` is one of the tenants of a set. All of them are not named: a thousand would be looked up one by one where all rows are read. */
export const isOfTenants = (
  column: string,
  { everything, partial, companyIds }: Pick<Territory, 'everything' | 'partial' | 'companyIds'>,
): RawBuilder<boolean> => (everything && !partial ? sql<boolean>`true` : isOneOf(column, companyIds))

/**
 * Names the tenants of another table of a statement, of which the rows are found without them: only where tenants lie on several nodes,
 * because one database would choose another way for it.
 */
export const onTheirNodes = (
  column: string,
  { spread, companyIds }: Pick<Territory, 'spread' | 'companyIds'>,
): RawBuilder<unknown> => (spread ? sql` and ${isOneOf(column, companyIds)}` : sql``)

/**
 * Joins two rows of one machine where tenants lie on several nodes, each with its tenant. On one database the machine alone joins them: its
 * days and records stay with the base that they were of when it goes to another.
 */
export const onOneNode = (column: string, other: string, { spread }: Pick<Territory, 'spread'>): RawBuilder<unknown> =>
  spread ? sql`${sql.ref(column)} = ${sql.ref(other)} and ` : sql``

/** Keeps a planner from taking a sub-select apart, where it is one database's: no node may be asked row by row. */
export const barrierOf = ({ spread }: Pick<Territory, 'spread'>): RawBuilder<unknown> =>
  spread ? sql`` : sql`offset 0`

/** `column` names none of these sites; a place that has no site is null, or 0 in a roll-up. */
export const isNoneOf = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or not ${sql.ref(column)} = any(${[...ids]}::int[]))`

/** Leaves out what is on sites in the bin; true where there are none. */
export const standsOn = (column: string, withoutSiteIds: readonly number[] | undefined): RawBuilder<boolean> =>
  withoutSiteIds?.length ? isNoneOf(column, withoutSiteIds) : sql<boolean>`true`

/** Where a row of device (or daily_leaf) belongs, as conditions; `tenant` instead of the one that names all tenants. */
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

/** What has been said of the present trouble of a device: of another one, `state_since` is another. */
function careConditions({ care, companyIds }: DeviceSet): RawBuilder<boolean>[] {
  const said = (what: RawBuilder<boolean>) =>
    sql`(select w.device_id, w.state_since from device_care w where ${isOneOf('w.company_id', companyIds)} and ${what})`
  const { acknowledged, assigneeId } = care ?? {}
  const seen = said(sql<boolean>`w.acknowledged_at is not null`)
  return [
    ...(acknowledged === undefined
      ? []
      : [acknowledged ? sql<boolean>`(id, state_since) in ${seen}` : sql<boolean>`(id, state_since) not in ${seen}`]),
    ...(assigneeId === undefined
      ? []
      : [sql<boolean>`(id, state_since) in ${said(sql<boolean>`w.assignee_id = ${assigneeId}`)}`]),
  ]
}

/** Those of which the facts are known. */
function toldConditions({ companyIds, siteIds, factsOfSites }: DeviceSet, facts: AskedFacts): RawBuilder<boolean> {
  const told = sql`select f.device_id from device_facts f where ${isOneOf('f.company_id', companyIds)} and ${sql.join(factConditions(facts, companyIds), sql` and `)}`
  if (!factsOfSites || siteIds === null) return sql<boolean>`id in (${told})`
  // No join: a planner that expects few of them would look the machines up one by one.
  return sql<boolean>`coalesce(id in (${told} and f.site_id is not null and ${isOneOf('f.site_id', siteIds)}), false)`
}

/** The where clause of a set on the table device, by unqualified column names; `tenant` instead of the condition that names all tenants. */
export function deviceConditions(set: DeviceSet, tenant?: RawBuilder<boolean>): RawBuilder<boolean> {
  const conditions = territoryConditions(set, tenant)
  if (set.type !== undefined) conditions.push(sql<boolean>`type = ${set.type}`)
  if (set.state !== undefined) conditions.push(sql<boolean>`state = ${set.state}`)
  if (set.states !== undefined) conditions.push(sql<boolean>`state = any(${set.states}::device_state[])`)
  if (set.repairTimes !== undefined) conditions.push(sql<boolean>`repair_times = ${set.repairTimes}`)
  if (set.activeWorkerState !== undefined) conditions.push(sql<boolean>`active_worker_state = ${set.activeWorkerState}`)
  if (set.serial !== undefined) conditions.push(sql<boolean>`upper(serial) like upper(${containing(set.serial)})`)
  if (set.ids !== undefined) conditions.push(sql<boolean>`id = any(${integers(set.ids)}::int[])`)
  if (set.facts !== undefined) conditions.push(toldConditions(set, set.facts))
  if (set.care !== undefined) conditions.push(...careConditions(set))
  if (set.named !== undefined)
    conditions.push(
      sql<boolean>`(site_id = any(${set.named.siteIds}::int[]) or client_id = any(${set.named.clientIds}::int[]) or account_id = any(${set.named.accountIds}::int[]))`,
    )
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Are single machines picked, by a part of their serial, by a list, by their facts or by what was said of them? No counter knows how many those are. */
export const isPicked = ({ serial, ids, facts, care }: DeviceSet): boolean =>
  [serial, ids, facts, care].some((picks) => picks !== undefined)

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
 * Counts devices. With a part of a serial that trigrams have, by a column that no index has: all serials of a type or a client are in an
 * index, and one that tells enough would be read whole.
 */
const counting = ({ serial }: DeviceSet) =>
  serial !== undefined && isInTrigrams(serial) ? sql<number>`count(row_version)::int` : sql<number>`count(*)::int`

/** The cheapest table that knows how many devices a set has, and the expression that counts them. */
export const countedFrom = (set: DeviceSet): { table: RawBuilder<unknown>; devices: RawBuilder<number> } =>
  isLeafCounted(set)
    ? {
        table: isCounted(set) ? sql`device_count` : sql`device_leaf_count`,
        devices: sql<number>`coalesce(sum(devices), 0)::int`,
      }
    : { table: sql`device`, devices: counting(set) }
