import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import { readingOf, type Window, windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places.ts'
import type { DeviceListRequest, DeviceRow } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import { countDevices } from './counts.ts'
import { allColumns, deviceColumns, isOwnColumn, type Order, orderBy, orderedPart, ownColumns } from './ordered.ts'
import { type CheckedDevice, deviceRow, withChecks } from './rows.ts'
import { walkedPart, walkOf } from './walk.ts'

/** Up to here one table and no sub-select is cheapest; beyond, ids alone are skipped in the index and the rows fetched after. */
const shallowOffset = 1_000

/** One query for a page of rows, whatever it is sorted by. */
function pageQuery(book: PlaceBook, set: DeviceSet, order: Order, window: Window): RawBuilder<CheckedDevice> {
  const { column, descending } = order
  if (!isOwnColumn(column)) {
    const ids = walkedPart(set, walkOf(book, set, column, descending), window)
    const way = descending ? sql`desc` : sql`asc`
    return sql<CheckedDevice>`select ${deviceColumns}, ${withChecks} from (${ids}) page join device using (id) order by page.rank, device.id ${way}`
  }
  const field = ownColumns[column]
  if (window.offset <= shallowOffset) {
    const rows = orderedPart(set, field, descending, window, allColumns)
    return sql<CheckedDevice>`select ${deviceColumns}, ${withChecks} from (${rows}) device ${orderBy(field, descending, 'device')}`
  }
  const ids = orderedPart(set, field, descending, window, field === 'id' ? sql`id` : sql`${sql.ref(field)}, id`)
  return sql<CheckedDevice>`select ${deviceColumns}, ${withChecks} from (${ids}) page join device on device.id = page.id ${orderBy(field, descending, 'page')}`
}

const orderOf = ({ orderColumn, orderWay }: Pick<DeviceListRequest, 'orderColumn' | 'orderWay'>): Order => ({
  column: orderColumn ?? 'serial',
  descending: orderWay === 'desc',
})

/** A page of the device table: sorted, counted and cut in the database, named from memory. */
export async function findDevices(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, request: DeviceListRequest): Promise<Page<DeviceRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const order = orderOf(request)
  const window = windowOf(request)
  const read = async (part: Window, descending: boolean) => (await pageQuery(book, set, { ...order, descending }, part).execute(db)).rows
  if (window.offset <= shallowOffset) {
    const [total, rows] = await Promise.all([countDevices(db, set), read(window, order.descending)])
    return { data: rows.map((row) => deviceRow(book, row)), ...total }
  }
  const total = await countDevices(db, set)
  const reading = total.totalCapped ? { ...window, reversed: false } : readingOf(window, total.totalCount)
  const rows = reading.limit === 0 ? [] : await read(reading, order.descending !== reading.reversed)
  if (reading.reversed) rows.reverse()
  return { data: rows.map((row) => deviceRow(book, row)), ...total }
}

/** @throws AppError NOT_FOUND for a device that is missing or outside of the set, alike */
export async function getDevice(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, id: number): Promise<DeviceRow> {
  if (set.companyIds.length === 0) throw new AppError('NOT_FOUND')
  const { rows } = await sql<CheckedDevice>`select ${allColumns}, ${withChecks} from device where id = ${id} and ${deviceConditions(set)}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return deviceRow(book, row)
}
