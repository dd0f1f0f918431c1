import type { Kysely } from 'kysely'
import { countsByPlaceState } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import { pageOf, windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { comparePlaces, inWay, isPlaceCount, placeCountsOf } from '#server/services/places/place-rows.ts'
import type { Company } from '#server/services/places/place-tree.ts'
import { loadProvinces } from '#server/services/places/provinces.ts'
import type { DeviceCounts } from '#shared/devices.ts'
import { nameHolds } from '#shared/name-order.ts'
import type { Page, Paging } from '#shared/paging.ts'
import type { SiteExportRequest, SiteListRequest, SiteRow } from '#shared/places.ts'

const siteRow = ({ id, name, province }: Company, counts?: DeviceCounts): SiteRow => ({
  id,
  name,
  province,
  ...placeCountsOf(counts),
})

type SiteFilters = Pick<SiteExportRequest, 'name' | 'province' | 'orderColumn' | 'orderWay'> & Paging

async function inProvince(
  db: Kysely<Database>,
  book: PlaceBook,
  requested: string | undefined,
): Promise<(site: Company) => boolean> {
  if (requested === undefined) return () => true
  const provinces = await loadProvinces(db)
  const key = provinces.requestedKey(requested, book)
  return ({ province }) => provinces.keyOf(province) === key
}

const isPersonal = (set: DeviceSet) => set.clientId !== null || set.accountId !== null

function sitesOf(book: PlaceBook, set: DeviceSet): Company[] {
  const tenants = new Set(set.companyIds)
  const { siteIds } = set
  return [...book.companies.values()].filter(
    ({ id, kind, deleted, tenantId }) =>
      kind === 'base' && !deleted && tenants.has(tenantId) && (siteIds === null || siteIds.includes(id)),
  )
}

/** Return the number of sites that `findSites` finds. */
export async function countSites(db: Kysely<Database>, book: PlaceBook, set: DeviceSet): Promise<number> {
  const sites = sitesOf(book, set)
  if (!isPersonal(set)) return sites.length
  const counts = await countsByPlaceState(db, set, 'site_id')
  return sites.filter(({ id }) => counts.has(id)).length
}

/**
 * Return sites of a set with their devices by state; each row counts only the devices on that site itself, so that rows
 * add up. A client or an account sees the sites on which it has devices.
 */
export async function findSites(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  request: SiteListRequest | SiteFilters,
): Promise<Page<SiteRow>> {
  const personal = isPersonal(set)
  const column = request.orderColumn ?? 'name'
  const there = await inProvince(db, book, request.province)
  const inSet = sitesOf(book, set).filter((site) => nameHolds(site.name, request.name) && there(site))
  const compare = inWay<SiteRow>(
    request.orderWay,
    comparePlaces(column, (row) => (column === 'province' ? row.province : row.name)),
  )
  if (personal || isPlaceCount(column)) {
    const counts = await countsByPlaceState(db, set, 'site_id')
    const rows = inSet.filter(({ id }) => !personal || counts.has(id)).map((site) => siteRow(site, counts.get(site.id)))
    return pageOf(rows.sort(compare), request)
  }
  // Sorted by cached columns: only the sites of this page must be counted.
  const sorted = inSet.map((site) => siteRow(site)).sort(compare)
  const { offset, limit } = windowOf(request)
  const shown = sorted.slice(offset, offset + limit)
  if (shown.length === 0) return { data: [], totalCount: sorted.length }
  const counts = await countsByPlaceState(db, { ...set, siteIds: shown.map(({ id }) => id) }, 'site_id')
  return { data: shown.map((row) => ({ ...row, ...placeCountsOf(counts.get(row.id)) })), totalCount: sorted.length }
}
