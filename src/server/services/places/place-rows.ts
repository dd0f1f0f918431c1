import type { Kysely } from 'kysely'
import { countsByPlaceState, countsOf } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import { pageOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import type { DeviceCounts } from '#shared/devices.ts'
import { byName } from '#shared/name-order.ts'
import type { Page, Paging } from '#shared/paging.ts'
import { type PlaceCount, type PlaceCounts, placeCounts } from '#shared/places.ts'
import type { PlaceBook } from './place-book.ts'

/** Return the counts of a place under the documented names. */
export const placeCountsOf = (counts: DeviceCounts = countsOf([])): PlaceCounts => ({
  totalDeviceCount: counts.total,
  normalDeviceCount: counts.normal,
  lowDeviceCount: counts.low,
  warnDeviceCount: counts.warn,
  offlineDeviceCount: counts.offline,
  repairingDeviceCount: counts.repairing,
  repairedDeviceCount: counts.repaired,
  lostDeviceCount: counts.lost,
  scrapDeviceCount: counts.scrap,
})

/** Return the site of a record, or else its base, as lists name it. */
export function companyOfRow(
  row: { company_id: number; site_id: number | null },
  { companies }: Pick<PlaceBook, 'companies'>,
): { companyId: number; company: string } {
  const companyId = row.site_id ?? row.company_id
  return { companyId, company: companies.get(companyId)?.name ?? '' }
}

type Place = { id: number; name: string }
type Compare<Row> = (left: Row, right: Row) => number

export const isPlaceCount = (column: string): column is PlaceCount =>
  (placeCounts as readonly string[]).includes(column)

/** Compare rows of places by a column; texts in natural order, with empty texts last when ascending. */
export function comparePlaces<Row extends Place & PlaceCounts>(
  column: string,
  text: (row: Row) => string | null,
): Compare<Row> {
  if (isPlaceCount(column)) return (left, right) => left[column] - right[column] || byName(left, right)
  if (column === 'id') return (left, right) => left.id - right.id
  return (left, right) =>
    byName({ id: left.id, name: text(left) ?? '\uFFFF' }, { id: right.id, name: text(right) ?? '\uFFFF' })
}
export const inWay = <Row>(way: 'asc' | 'desc' | undefined, compare: Compare<Row>): Compare<Row> =>
  way === 'desc' ? (left, right) => compare(right, left) : compare

type Listed<Row> = {
  set: DeviceSet
  column: 'client_id' | 'account_id'
  rows: readonly Row[]
  request: Paging & { orderColumn?: string | undefined; orderWay?: 'asc' | 'desc' | undefined }
  text: (row: Row, column: string) => string | null
}

/** Return one page of clients or accounts with their devices of a set by state. */
export async function countedPage<Row extends Place>(
  db: Kysely<Database>,
  { set, column, rows, request, text }: Listed<Row>,
): Promise<Page<Row & PlaceCounts>> {
  if (rows.length === 0) return { data: [], totalCount: 0 }
  const counts = await countsByPlaceState(db, set, column)
  const order = request.orderColumn ?? 'name'
  const counted = rows.map((row) => ({ ...row, ...placeCountsOf(counts.get(row.id)) }))
  return pageOf(
    counted.sort(
      inWay(
        request.orderWay,
        comparePlaces(order, (row) => text(row, order)),
      ),
    ),
    request,
  )
}
