import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { type PlaceCount, type PlaceCounts, placeCounts } from '#shared/places.ts'
import { chosenColumns, type FileColumn, listFile, onePage } from './list-file.ts'
import type { TableFormat } from './table-file.ts'

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

type PlaceFile<Row, Column extends string> = {
  action: 'sites.export' | 'clients.export' | 'accounts.export'
  name: Word
  format: TableFormat
  language: Language
  columns: Readonly<Record<Column, FileColumn<Row>>>
  /** Default: all, in the order of the table. */
  chosen: readonly (Column | PlaceCount)[] | undefined
  rows: readonly Row[]
  filters: object
}

/** Export a list of places with their counts as a file. */
export function placeFile<Row extends PlaceCounts, Column extends string>(
  ctx: SignedInContext,
  file: PlaceFile<Row, Column>,
): FileParts {
  const { action, name, format, language, columns, chosen, rows, filters } = file
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
