import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Counted, countUpTo, refuseBehind } from '#server/db/capped-counts.ts'
import { type DeviceSet, deviceConditions, isOneOf } from '#server/db/device-set.ts'
import { type Window, windowOf } from '#server/db/page-window.ts'
import type { Database } from '#server/db/tables.ts'
import { orderedPart } from '#server/features/devices/ordered-part.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { FittedListRequest, FittedRow } from '#shared/stock.ts'
import { partsOfMachines } from './queries.ts'

/** Maximum number of machines that are searched one by one. */
const mostLooked = 4_000

type Stored = { id: number; serial: string; type: string; state: string; site_id: number | null }
type Listed = { total: Counted; rows: readonly Stored[] }
const columns = sql`id, serial, type::text as type, state::text as state, site_id`

const partIn = ({ materialId }: FittedListRequest) =>
  sql<boolean>`exists (select from company_material part where part.machine_id = device.id${materialId === undefined ? sql`` : sql` and part.material_id = ${materialId}`})`

/** Search all machines of a small set for parts, and cut the page from the result. */
async function amongFew(
  db: Kysely<Database>,
  machines: RawBuilder<unknown>,
  request: FittedListRequest,
  { limit, offset }: Window,
): Promise<Listed> {
  const { rows } = await sql<{
    looked: number
    total: number
    page: Stored[] | null
  }>`with device as materialized (${machines} limit ${mostLooked + 1}),
      fitted as materialized (select ${columns} from device where ${partIn(request)})
    select (select count(*)::int from device) as looked, (select count(*)::int from fitted) as total,
      (select json_agg(page) from (select * from fitted order by serial limit ${limit} offset ${offset}) page) as page`.execute(
    db,
  )
  const [found] = rows
  if ((found?.looked ?? 0) > mostLooked)
    throw new AppError('TOO_WIDE', { word: 'error.machinesTooMany', values: { rows: mostLooked } })
  return { total: { totalCount: found?.total ?? 0 }, rows: found?.page ?? [] }
}

/** Search whole bases: the parts table gives the number of machines; a page is read along the index of serials. */
async function ofBases(
  db: Kysely<Database>,
  set: DeviceSet,
  request: FittedListRequest,
  window: Window,
): Promise<Listed> {
  const goods = request.materialId === undefined ? sql`` : sql` and material_id = ${request.materialId}`
  const fitted = sql`select distinct machine_id from company_material where machine_id is not null and ${isOneOf('company_id', set.companyIds)}${goods}`
  const total = await countUpTo(db, fitted)
  if (total.totalCount <= mostLooked)
    return amongFew(db, sql`select * from device where ${deviceConditions(set)} and id in (${fitted})`, request, window)
  refuseBehind({ ...total, totalCapped: true }, window, true)
  const rows = orderedPart(set, 'serial', false, { ...window, after: partIn(request) }, columns)
  return { total, rows: (await sql<Stored>`${rows}`.execute(db)).rows }
}

/**
 * Return machines with fitted parts, by serial.
 * @throws AppError TOO_WIDE for a part of a serial, or a site, with too many machines, and for a far page of many
 */
export async function findFitted(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  request: FittedListRequest,
): Promise<Page<FittedRow>> {
  if (set.companyIds.length === 0) return { data: [], totalCount: 0 }
  const window = windowOf(request)
  const isPart = set.serial !== undefined || set.siteIds !== null
  const { total, rows } = isPart
    ? await amongFew(db, sql`select * from device where ${deviceConditions(set)}`, request, window)
    : await ofBases(db, set, request, window)
  const parts = await partsOfMachines(
    db,
    rows.map(({ id }) => id),
  )
  const data = rows.map(({ id, site_id, ...row }) => ({
    ...row,
    machineId: id,
    site: site_id === null ? null : (book.companies.get(site_id)?.name ?? null),
    parts: parts.get(id) ?? [],
  }))
  return { data, ...total }
}
