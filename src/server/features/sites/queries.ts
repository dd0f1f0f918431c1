import type { Kysely } from 'kysely'
import { countsBySite, countsOf } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import { pageOf, windowOf } from '#server/db/paging.ts'
import type { Database } from '#server/db/tables.ts'
import type { Company, PlaceBook } from '#server/services/place-book.ts'
import type { DeviceCounts } from '#shared/devices.ts'
import { byName, nameHolds } from '#shared/names.ts'
import type { Page } from '#shared/paging.ts'
import type { SiteListRequest, SiteRow } from '#shared/places.ts'

const none = countsOf([])

function siteRow({ id, name, province }: Company, counts: DeviceCounts = none): SiteRow {
  return {
    id,
    name,
    province,
    totalDeviceCount: counts.total,
    normalDeviceCount: counts.normal,
    lowDeviceCount: counts.low,
    warnDeviceCount: counts.warn,
    offlineDeviceCount: counts.offline,
    repairingDeviceCount: counts.repairing,
    repairedDeviceCount: counts.repaired,
    lostDeviceCount: counts.lost,
    scrapDeviceCount: counts.scrap,
  }
}

type SortColumn = NonNullable<SiteListRequest['orderColumn']>
type Compare = (left: SiteRow, right: SiteRow) => number

const isCount = (column: SortColumn): column is Exclude<SortColumn, 'id' | 'name' | 'province'> => column.endsWith('DeviceCount')

function comparing(column: SortColumn): Compare {
  if (column === 'name') return byName
  if (column === 'id') return (left, right) => left.id - right.id
  if (column === 'province')
    return (left, right) => byName({ id: left.id, name: left.province ?? '\uFFFF' }, { id: right.id, name: right.province ?? '\uFFFF' })
  return (left, right) => left[column] - right[column] || byName(left, right)
}

/**
 * Sites of a set with their devices by state; each row counts the devices that stand on that very site, so rows add up.
 * A client or an account sees the sites on which it has devices.
 */
export async function findSites(db: Kysely<Database>, book: PlaceBook, set: DeviceSet, request: SiteListRequest): Promise<Page<SiteRow>> {
  const personal = set.clientId !== null || set.accountId !== null
  const column = request.orderColumn ?? 'name'
  const tenants = new Set(set.companyIds)
  const inSet = [...book.companies.values()].filter(
    ({ id, kind, tenantId, deleted, name }) =>
      kind === 'base' && !deleted && tenants.has(tenantId) && (set.siteIds === null || set.siteIds.includes(id)) && nameHolds(name, request.name),
  )
  const inWay = (compare: Compare): Compare => (request.orderWay === 'desc' ? (left, right) => compare(right, left) : compare)
  if (personal || isCount(column)) {
    const counts = await countsBySite(db, set)
    const rows = inSet.filter(({ id }) => !personal || counts.has(id)).map((site) => siteRow(site, counts.get(site.id)))
    return pageOf(rows.sort(inWay(comparing(column))), request)
  }
  // Sorted by what is in memory: only the sites of this page need counting.
  const sorted = inSet.map((site) => siteRow(site)).sort(inWay(comparing(column)))
  const { offset, limit } = windowOf(request)
  const shown = sorted.slice(offset, offset + limit)
  if (shown.length === 0) return { data: [], totalCount: sorted.length }
  const counts = await countsBySite(db, { ...set, siteIds: shown.map(({ id }) => id) })
  const data = shown.flatMap(({ id }) => {
    const site = book.companies.get(id)
    return site ? [siteRow(site, counts.get(id))] : []
  })
  return { data, totalCount: sorted.length }
}
