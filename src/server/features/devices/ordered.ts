import { type RawBuilder, sql } from 'kysely'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import type { DeviceSortColumn } from '#shared/devices.ts'

export type Order = { column: DeviceSortColumn; descending: boolean }
/** A part of an ordered set of devices: from an offset, or after a device that was read before. */
export type Part = { limit: number; offset: number; after?: RawBuilder<boolean> }

/** Sort columns that stand in the table itself; each has an index (company_id, column, id). */
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

const filedColumns = ['id', 'serial', 'type', 'state', 'repair_times', 'active_worker', 'active_worker_state', 'site_id', 'client_id', 'account_id'] as const
const listedColumns = [...filedColumns, 'hash_rate', 'last_report_at'] as const

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

/**
 * Selects `columns` of a part of a set in the order of a column of the table.
 * Several tenants are a UNION ALL of ordered branches: each keeps its index, and PostgreSQL merges them without sorting.
 */
export function orderedPart(set: DeviceSet, column: string, descending: boolean, part: Part, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const order = orderBy(column, descending)
  const after = part.after ? sql` and ${part.after}` : sql``
  const branch = (companyId: number, limit: number) =>
    sql`select ${columns} from device where ${deviceConditions({ ...set, companyIds: [companyId] })}${after} ${order} limit ${limit}`
  const [only, ...others] = set.companyIds
  if (only !== undefined && others.length === 0) return sql`${branch(only, part.limit)} offset ${part.offset}`
  const branches = set.companyIds.map((companyId) => sql`(${branch(companyId, part.limit + part.offset)})`)
  return sql`select * from (${sql.join(branches, sql` union all `)}) merged ${order} limit ${part.limit} offset ${part.offset}`
}
