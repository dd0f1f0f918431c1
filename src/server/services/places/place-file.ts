import type { DeviceSet } from '#server/db/device-set.ts'
import { chosenColumns, type FileColumn, listFile, onePage } from '#server/services/spreadsheets/list-file.ts'
import type { TableFormat } from '#server/services/spreadsheets/table-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { maxPage } from '#shared/paging.ts'
import { type PlaceCount, type PlaceCounts, placeCounts } from '#shared/places.ts'
import type { PlaceBook } from './place-book.ts'
import type { Places } from './places.ts'

/** The title of a column of counts in a table and in a file. */
export const placeCountWords: Record<PlaceCount, Word> = {
  totalDeviceCount: 'device.total',
  normalDeviceCount: 'device.state.normal',
  lowDeviceCount: 'device.state.low',
  warnDeviceCount: 'device.state.warn',
  offlineDeviceCount: 'device.state.offline',
  repairingDeviceCount: 'device.state.repairing',
  repairedDeviceCount: 'device.state.repaired',
  lostDeviceCount: 'device.state.lost',
  scrapDeviceCount: 'device.state.scrap',
}

type PlaceFilters = Parameters<Places['narrow']>[1]
type Exported<Column extends string> = {
  format: TableFormat
  language?: Language | undefined
  /** Default: all, in the order of the table. */
  columns?: readonly (Column | PlaceCount)[] | undefined
}
type PlaceFile<Row, Column extends string, Request> = {
  action: 'sites.export' | 'clients.export' | 'accounts.export'
  name: Word
  columns: Readonly<Record<Column, FileColumn<Row>>>
  places: PlaceFilters
  find: (
    db: SignedInContext['readDb'],
    book: PlaceBook,
    set: DeviceSet,
    request: Request & { page: number; size: number },
  ) => Promise<{ data: readonly Row[] }>
}

/**
 * Export a list of places with their counts as a file: all that match the filters, in the order of the list.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function placeFile<Row extends PlaceCounts, Column extends string, Request extends Exported<Column>>(
  ctx: SignedInContext,
  request: Request,
  { action, name, columns, places, find }: PlaceFile<Row, Column, Request>,
): Promise<FileParts> {
  const { format, language = ctx.request.language, columns: chosen, ...filters } = request
  const set = await ctx.services.places.narrow(ctx.scope, places)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const book = await ctx.services.places.book()
  const { data: rows } = await find(ctx.readDb, book, set, { ...request, page: 1, size: maxPage })
  const counts = Object.fromEntries(
    placeCounts.map((count) => [count, { title: placeCountWords[count], value: (row: Row) => row[count] }]),
  )
  const all = { ...counts, ...columns } as Record<Column | PlaceCount, FileColumn<Row>>
  const names = chosen ?? [...(Object.keys(columns) as Column[]), ...placeCounts]
  const head = chosenColumns(all, names, format, language)
  return listFile(ctx, {
    action,
    targetKind: 'place',
    name: word(language, name),
    format,
    ...head,
    rows: rows.length,
    pages: onePage(rows),
    filters,
  })
}
