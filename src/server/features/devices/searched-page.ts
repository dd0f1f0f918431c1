import { type Kysely, sql } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { countDevices } from '#server/db/device-counts.ts'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import type { Window } from '#server/db/page-window.ts'
import { isInTrigrams, leastOfTrigram } from '#server/db/search-texts.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { AppError } from '#shared/errors.ts'
import { orderBy } from './id-order.ts'
import { isOwnColumn, type Order, ownColumns } from './ordered-part.ts'
import { idColumns, placeOrderOf, sortedPartByPlace } from './place-order.ts'

const mostRead = 50_000

/** Tell whether an index finds the devices of a set: those of a list, with some facts, or with a part of a serial. */
export const isIndexed = ({ serial, ids, facts }: DeviceSet): boolean =>
  ids !== undefined || facts !== undefined || (serial !== undefined && isInTrigrams(serial))

/** @throws AppError TOO_WIDE for one or two characters of a serial in a large fleet */
export async function refuseShortSerial(db: Kysely<Database>, set: DeviceSet): Promise<void> {
  if (set.serial === undefined || isIndexed(set)) return
  const { serial: _, ...whole } = set
  const { totalCount } = await countDevices(db, whole)
  if (totalCount > mostRead)
    throw new AppError('TOO_WIDE', {
      word: 'error.serialTooShort',
      values: { rows: mostRead, characters: leastOfTrigram },
    })
}

/**
 * Return how many devices match a set with an index for its filters, and the ids of a page in the order of the list.
 * They are found once by that index, then counted and sorted. An index in the order of the list would read many others.
 */
export async function searchedPage(
  db: Kysely<Database>,
  book: PlaceBook,
  set: DeviceSet,
  { column, descending }: Order,
  window: Window,
): Promise<{ totalCount: number; ids: number[] }> {
  const way = descending ? sql`desc` : sql`asc`
  const field = isOwnColumn(column) ? ownColumns[column] : idColumns[column]
  const page = isOwnColumn(column)
    ? sql`select id from picked ${orderBy(field, descending)} limit ${window.limit} offset ${window.offset}`
    : sql`select id from (${sortedPartByPlace(placeOrderOf(book, set, column, descending), window)}) placed order by rank, id ${way}`
  // `row_version` is in no index. Otherwise PostgreSQL may scan a whole index that has all serials of a type or a
  // client.
  const { rows } = await sql<{ total: number; ids: string | null }>`with picked as materialized (
      select row_version, id${field === 'id' ? sql`` : sql`, ${sql.ref(field)}`} from device where ${deviceConditions(set)})
    select (select count(*)::int from picked) as total, (select array_agg(id)::text from (${page}) page) as ids`.execute(
    db,
  )
  return { totalCount: rows[0]?.total ?? 0, ids: readList(rows[0]?.ids) }
}
