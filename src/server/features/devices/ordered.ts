import { type RawBuilder, sql } from 'kysely'
import { isUnfiltered } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import type { DeviceSortColumn } from '#shared/devices.ts'

export type Order = { column: DeviceSortColumn; descending: boolean }
/** A part of an ordered set of devices: from an offset, or after a device that was read before. */
export type Part = { limit: number; offset: number; after?: RawBuilder<boolean> }

/** Sort columns that are in the table itself; each has an index (company_id, column, id). */
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
/** What a row of the list shows. */
export const allColumns = columnsOf(listedColumns)
/** The same of a table, or page of it, that goes by the name `device`. */
export const deviceColumns = columnsOf(listedColumns, 'device.')
/** What a file needs: every column not read saves a tenth of a large export. */
export const fileColumns = columnsOf(filedColumns)
export const deviceFileColumns = columnsOf(filedColumns, 'device.')

/** `order by` of the list: ties by id, and descending is ascending read backwards, so that one index serves both. */
export function orderBy(column: string, descending: boolean, table = ''): RawBuilder<unknown> {
  const way = descending ? sql`desc` : sql`asc`
  const name = (field: string) => sql`${sql.ref(table === '' ? field : `${table}.${field}`)} ${way}`
  return column === 'id' ? sql`order by ${name('id')}` : sql`order by ${name(column)}, ${name('id')}`
}

const usualSizes: ReadonlySet<number> = new Set([10, 20, 50, 100])
/**
 * How much of an ordered set is read. The first page of whole tenants has its size in the text: a plan that has to fit any size is taken for
 * dear, and the list would be planned anew for each call, which takes longer than to read it. With further filters that is right.
 */
function boundsOf(set: DeviceSet, { limit, offset }: Part): RawBuilder<unknown> {
  const isUsual = offset === 0 && usualSizes.has(limit) && isUnfiltered(set)
  return isUsual ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`
}

/** So many tenants are merged by the text of a query, each read no further than the page needs it. */
const mergedTenants = 16
export const isMany = (set: DeviceSet): boolean => set.companyIds.length > mergedTenants
/** Rows that may be read of many tenants, the same number of each, where a text for each would be longer than its answer. */
const mostTogether = 100_000

/** The same of many tenants by one constant text: the first of each by its index, then sorted. */
function togetherPart(
  set: DeviceSet,
  column: string,
  descending: boolean,
  { limit, offset, after }: Part,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const order = orderBy(column, descending)
  const conditions = sql`${deviceConditions(set, sql<boolean>`company_id = tenant.tenant_id`)}${after ? sql` and ${after}` : sql``}`
  return sql`select part.* from unnest(${[...set.companyIds]}::int[]) tenant(tenant_id)
    cross join lateral (select ${columns} from device where ${conditions} ${order} limit ${limit + offset}) part
    ${orderBy(column, descending, 'part')} limit ${limit} offset ${offset}`
}

/** Devices of all tenants in an order that an index without tenants knows. */
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

/** All tenants by the primary key, or one of their states by the time since when: others would read many rows for each that they want. */
function isEverywhere(set: DeviceSet, column: string, { after }: Part): boolean {
  const others = [
    set.type,
    set.states,
    set.repairTimes,
    set.activeWorkerState,
    set.serial,
    set.ids,
    set.facts,
    set.care,
    set.named,
  ]
  if (!set.everything || set.partial || after || others.some((filter) => filter !== undefined)) return false
  return column === 'id' ? set.state === undefined : column === 'state_since' && set.state !== undefined
}

/**
 * Selects `columns` of a part of a set in the order of a column of the table; `columns` hold that column and the id.
 * A few tenants are a UNION ALL of ordered branches: each keeps its index, and PostgreSQL merges them without sorting. Many are one
 * constant text; deep in their list, where that would read too much, they are merged again.
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
  if (isMany(set)) {
    // Each node has an order of its own without tenants, made with its tables.
    if (set.spread)
      return sql`select ${columns} from device where ${deviceConditions(set)}${after} ${order} limit ${part.limit} offset ${part.offset}`
    if (isEverywhere(set, column, part)) return everywherePart(set, column, descending, part, columns)
    if (tenants * (part.limit + part.offset) <= mostTogether)
      return togetherPart(set, column, descending, part, columns)
  }
  const branch = (companyId: number, bounds: RawBuilder<unknown>) =>
    sql`select ${columns} from device where ${deviceConditions({ ...set, companyIds: [companyId] })}${after} ${order} ${bounds}`
  const [only, ...others] = set.companyIds
  if (only !== undefined && others.length === 0) return branch(only, boundsOf(set, part))
  const first = boundsOf(set, { limit: part.limit + part.offset, offset: 0 })
  const branches = set.companyIds.map((companyId) => sql`(${branch(companyId, first)})`)
  return sql`select * from (${sql.join(branches, sql` union all `)}) merged ${order} ${boundsOf(set, part)}`
}
