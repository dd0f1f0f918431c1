import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { type PlaceCount, type PlaceCounts, placeCounts } from '#shared/places.ts'
import { type TableFormat, tableFile } from './table-file.ts'

/** What a column of counts is called in a table and in a file. */
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

type PlaceFile<Row> = {
  action: 'sites.export' | 'clients.export'
  name: Word
  format: TableFormat
  language: Language
  columns: readonly { title: Word; cell: (row: Row) => string | null }[]
  rows: readonly Row[]
  filters: Record<string, unknown>
}

/** A list of places with their counts as a file, audited with its number of rows. */
export async function* placeFile<Row extends PlaceCounts>(ctx: SignedInContext, file: PlaceFile<Row>): FileParts {
  const { action, name, format, language, columns, rows, filters } = file
  const header = [...columns.map(({ title }) => title), ...placeCounts.map((count) => placeCountWords[count])].map((title) => word(language, title))
  async function* pages() {
    yield rows.map((row) => [...columns.map(({ cell }) => cell(row)), ...placeCounts.map((count) => row[count])])
  }
  let result = 'stopped'
  try {
    const title = word(language, name)
    yield* tableFile({ format, name: title, sheet: title, header, rows: rows.length, pages: pages() })
    result = 'done'
  } catch (error) {
    result = 'failed'
    throw error
  } finally {
    await ctx.services.audit.write(ctx.db, ctx, { action, targetKind: 'place', result, details: { rows: rows.length, format, filters } })
  }
}
