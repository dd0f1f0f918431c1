import { type RawBuilder, sql } from 'kysely'
import { isUnfiltered } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions, isFewerByName, isOneOf } from '#server/db/device-set.ts'
import type { DeviceSortColumn } from '#shared/devices.ts'
import { type IdColumn, idIndexOf, inIdOrder, orderBy } from './id-order.ts'
import type { ReadDevice } from './rows.ts'

export type Order = { column: DeviceSortColumn; descending: boolean }
/**
 * A part of an ordered set of devices: from an offset, or after a condition that continues from the last device read.
 */
export type Part = {
  limit: number
  offset: number
  after?: RawBuilder<boolean> | undefined
  /** Only devices without a place of this kind, in the order of ids. */
  without?: IdColumn | undefined
  /** The devices of some tenants, which are all fetched and sorted: in the order of an index, many others lie between. */
  fetched?: DeviceSet | undefined
}

/** The sort columns of the table itself; each has an index (company_id, column, id). */
export const ownColumns = {
  id: 'id',
  serial: 'serial',
  type: 'type',
  state: 'state',
  repairTimes: 'repair_times',
  activeWorker: 'active_worker',
  activeWorkerState: 'active_worker_state',
} as const satisfies Partial<Record<DeviceSortColumn, string>>
export type OwnColumn = keyof typeof ownColumns
export const isOwnColumn = (column: DeviceSortColumn): column is OwnColumn => column in ownColumns

const filedColumns = [
  'id',
  'serial',
  'type',
  'state',
  'repair_times',
  'active_worker',
  'active_worker_state',
  'site_id',
  'client_id',
  'account_id',
] as const
const listedColumns = [...filedColumns, 'company_id', 'hash_rate', 'last_report_at', 'state_since'] as const

const columnsOf = (names: readonly string[], table = '') => sql.join(names.map((name) => sql.ref(`${table}${name}`)))
/** The columns that a row of the list shows. */
export const allColumns = columnsOf(listedColumns)
/** The same columns of a table or subquery named `device`. */
export const deviceColumns = columnsOf(listedColumns, 'device.')
/** The columns that a file needs. Each column left out makes a large export about a tenth faster. */
export const fileColumns = columnsOf(filedColumns)
export const deviceFileColumns = columnsOf(filedColumns, 'device.')

const usualSizes: ReadonlySet<number> = new Set([10, 20, 50, 100])
/**
 * Return how much of an ordered set is read. For the first page of whole tenants the size is a literal: PostgreSQL
 * estimates a generic plan for any size as expensive and would plan the list again for each call, which takes longer
 * than to run it. With further filters that is right.
 */
function boundsOf(set: DeviceSet, { limit, offset }: Part): RawBuilder<unknown> {
  const isUsual = offset === 0 && usualSizes.has(limit) && isUnfiltered(set)
  return isUsual ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`
}

/** Up to this many tenants are merged as one subquery each, each read only as far as the page needs. */
const mergedTenants = 16
export const isMany = (set: DeviceSet): boolean => set.companyIds.length > mergedTenants
/**
 * The most rows that a query with constant text may read from many tenants, the same number from each. Above it, one
 * subquery per tenant is used again.
 */
const mostTogether = 100_000

/**
 * Return a part for many tenants by a query of constant text: the first rows of each tenant by its index, then sorted.
 */
function togetherPart(
  set: DeviceSet,
  column: string,
  descending: boolean,
  part: Part,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { limit, offset, after } = part
  const { conditions: own, order } = readingOfTenant(set, sql`tenant.tenant_id`, column, descending, part)
  const conditions = sql`${own}${after ? sql` and ${after}` : sql``}`
  return sql`select part.* from unnest(${[...set.companyIds]}::int[]) tenant(tenant_id)
    cross join lateral (select ${columns} from device where ${conditions} ${order} limit ${limit + offset}) part
    ${orderBy(column, descending, 'part')} limit ${limit} offset ${offset}`
}

/** Return a part for all tenants in an order that has an index without the tenant. */
function everywherePart(
  set: DeviceSet,
  column: string,
  descending: boolean,
  part: Part,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = deviceConditions(set, sql<boolean>`true`)
  return sql`select ${columns} from device where ${conditions} ${orderBy(column, descending)} ${boundsOf(set, part)}`
}

/**
 * Tell whether such an index serves: all tenants by the primary key, or one state of all tenants by `state_since`. With
 * other filters it would read many rows that do not match.
 */
function isEverywhere(set: DeviceSet, column: string, { after, without }: Part): boolean {
  const others = [
    set.type,
    set.states,
    set.repairTimes,
    set.activeWorkerState,
    set.serial,
    set.ids,
    set.withoutIds,
    set.facts,
    set.care,
    set.named,
  ]
  if (!set.everything || set.partial || after || without || others.some((filter) => filter !== undefined)) return false
  return column === 'id' ? set.state === undefined : column === 'state_since' && set.state !== undefined
}

/** Return the conditions of a set, of devices without a place if the part asks for them. */
const partConditions = (set: DeviceSet, { without }: Part, tenant?: RawBuilder<boolean>) =>
  without === undefined
    ? deviceConditions(set, tenant)
    : sql<boolean>`${deviceConditions(set, tenant)} and ${sql.ref(without)} is null`

/** Return the conditions and the order of a tenant's part. */
const readingOfTenant = (
  set: DeviceSet,
  tenant: RawBuilder<unknown>,
  column: string,
  descending: boolean,
  part: Part,
) =>
  column === 'id'
    ? inIdOrder(set, tenant, descending, part.without)
    : {
        conditions: partConditions(set, part, sql<boolean>`company_id = ${tenant}`),
        order: orderBy(column, descending),
      }

/** Return `order by` of a part, with the tenant where its index has it: PostgreSQL then need not sort the part again. */
export const orderOfPart = (set: DeviceSet, column: string, descending: boolean, table = ''): RawBuilder<unknown> => {
  const isInTenantIndex = column === 'id' && !set.spread && set.companyIds.length === 1 && idIndexOf(set) === null
  return orderBy(isInTenantIndex ? 'company_id' : column, descending, table)
}

/** Return a part of several tenants on several nodes by one query without a subquery: each shard sorts and cuts its own. */
function acrossNodes(
  set: DeviceSet,
  column: string,
  descending: boolean,
  part: Part,
  columns: RawBuilder<unknown>,
): RawBuilder<ReadDevice> {
  const after = part.after ? sql` and ${part.after}` : sql``
  return sql<ReadDevice>`select ${columns} from device where ${partConditions(set, part)}${after}
    ${orderBy(column, descending)} limit ${part.limit} offset ${part.offset}`
}

/** Return a part of which some tenants are fetched, and the others read in the order of an index. */
function partlyFetched(
  set: DeviceSet,
  column: string,
  descending: boolean,
  part: Part,
  fetched: DeviceSet,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const order = orderBy(column, descending)
  const first = { ...part, limit: part.limit + part.offset, offset: 0, fetched: undefined }
  const walked = { ...set, companyIds: set.companyIds.filter((id) => !fetched.companyIds.includes(id)) }
  const byName = isFewerByName(fetched) ? { ...fetched, siteIds: null } : fetched
  const after = part.after ? sql` and ${part.after}` : sql``
  const all = sql`select * from (select * from device where ${partConditions(byName, part)}${after} offset 0) device
    where ${fetched.siteIds === null ? sql`true` : isOneOf('site_id', fetched.siteIds)}`
  return sql`select * from (
      (select ${columns} from (${all}) device ${order} ${boundsOf(set, first)})
      union all select * from (${orderedPart(walked, column, descending, first, columns)}) walked) merged ${order} ${boundsOf(set, part)}`
}

/**
 * Select `columns` of a part of a set in the order of a column of the table. `columns` must include that column and the
 * id. A few tenants are a UNION ALL of ordered branches: each uses its index, and PostgreSQL merges them without
 * sorting. For many tenants the query has a constant text. Deep in their list, where that would read too many rows, the
 * branches are used again.
 */
export function orderedPart(
  set: DeviceSet,
  column: string,
  descending: boolean,
  part: Part,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const order = orderBy(column, descending)
  const after = part.after ? sql` and ${part.after}` : sql``
  const tenants = set.companyIds.length
  if (part.fetched) return partlyFetched(set, column, descending, part, part.fetched, columns)
  if (!set.spread && (column === 'id' || isMany(set)) && isEverywhere(set, column, part))
    return everywherePart(set, column, descending, part, columns)
  // Each node orders its part by indexes without the tenant. A subquery per tenant would be asked one after the other.
  if (set.spread && tenants > 1) return acrossNodes(set, column, descending, part, columns)
  if (isMany(set) && tenants * (part.limit + part.offset) <= mostTogether)
    return togetherPart(set, column, descending, part, columns)
  const branch = (companyId: number, bounds: RawBuilder<unknown>) => {
    const own = { ...set, companyIds: [companyId] }
    const reading = readingOfTenant(own, sql`${companyId}`, column, descending, part)
    return sql`select ${columns} from device where ${reading.conditions}${after} ${reading.order} ${bounds}`
  }
  const [only, ...others] = set.companyIds
  if (only !== undefined && others.length === 0) return branch(only, boundsOf(set, part))
  const first = boundsOf(set, { limit: part.limit + part.offset, offset: 0 })
  const branches = set.companyIds.map((companyId) => sql`(${branch(companyId, first)})`)
  return sql`select * from (${sql.join(branches, sql` union all `)}) merged ${order} ${boundsOf(set, part)}`
}
