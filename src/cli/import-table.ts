import { type CatalogueRow, isCatalogueNumber } from '#shared/catalogue.ts'
import { isOwnHeading } from '#shared/catalogue-import/headings.ts'
import { likeliestSheet, sheetsOfText } from '#shared/catalogue-import/import-file.ts'
import {
  bestRemembered,
  headingAt,
  headingOf,
  ImportLayout,
  type KeptLayout,
  layoutOf,
  missingColumns,
  type TableLayout,
} from '#shared/catalogue-import/layout.ts'
import { mapTable } from '#shared/catalogue-import/map-table.ts'
import { oddLevels } from '#shared/catalogue-import/odd-levels.ts'
import { unitsOf } from '#shared/catalogue-import/units.ts'
import { importNoteText } from '#shared/i18n/catalogue-import.ts'
import { catalogueColumnLabel } from '#shared/i18n/catalogue-problems.ts'
import { isWorkbook } from '#shared/tables/read-table-file.ts'
import type { TableSheet } from '#shared/tables/table.ts'
import { CliFailure, wrongUse } from './failure.ts'
import { decodeText, readInput } from './input.ts'
import { remark } from './output.ts'
import { readSheets } from './read-sheets.ts'
import type { Terminal } from './settings.ts'

/**
 * How to read a manufacturer's table: its sheet, the meaning of its headings (a file), or the manufacturer whose
 * headings are remembered.
 */
export type TableOptions = { sheet?: string; headings?: string; maker?: string }
/** Rows with the file's own names of their columns, for messages. */
export type ImportedTable = { rows: CatalogueRow[]; layout: TableLayout }

async function sheetsIn(path: string, { language }: Pick<Terminal, 'language'>): Promise<TableSheet[]> {
  const bytes = await readInput(path)
  return isWorkbook(bytes) ? readSheets(bytes, path, language) : sheetsOfText(decodeText(bytes))
}

/** Read the meaning of headings from a file. @throws CliFailure for a file with other content */
async function layoutInFile(path: string): Promise<ImportLayout> {
  try {
    return ImportLayout.parse(JSON.parse(decodeText(await readInput(path)).replace(/^\ufeff/, '')))
  } catch (error) {
    if (error instanceof CliFailure) throw error
    throw wrongUse('cli.catalogue.headingsWrong', { path })
  }
}

/** Print the meaning assigned to each column of a foreign table, so that the user notices a wrong guess. */
function sayMatches(layout: TableLayout, { language, say }: Pick<Terminal, 'language' | 'say'>): void {
  if (
    layout.columns.every(
      ({ heading, column, at }) => heading === '' || (at === null && column !== null && isOwnHeading(column, heading)),
    )
  )
    return
  for (const [at, { column, unit, at: air }] of layout.columns.entries()) {
    const meaning = column === null ? say('cli.catalogue.leftOut') : catalogueColumnLabel(language, column)
    const inUnit = column === null || !isCatalogueNumber(column) ? '' : (unit ?? unitsOf(column)[0]?.unit ?? '')
    remark(
      [`${headingAt(layout, at)} → ${meaning}`, inUnit, air ? `(${Number(air.tC.toFixed(1))} °C, ${air.rhPct} %)` : '']
        .filter((text) => text !== '')
        .join(' '),
    )
  }
}

const shownNotes = 20

/**
 * Return the rows of a manufacturer's table: .xlsx, or text with commas, semicolons or tabs.
 * @throws CliFailure for a file without a table of models, or a missing sheet
 */
export async function readTableRows(
  path: string,
  { sheet: wanted, headings, maker }: TableOptions,
  terminal: Pick<Terminal, 'language' | 'say'>,
  kept: readonly KeptLayout[] = [],
): Promise<ImportedTable> {
  const sheets = await sheetsIn(path, terminal)
  const sheet = wanted === undefined ? sheets[likeliestSheet(sheets)] : sheets.find(({ name }) => name === wanted)
  const names = sheets.flatMap(({ name }) => (name ? [name] : []))
  if (!sheet)
    throw names.length === 0
      ? wrongUse('cli.catalogue.noSheets', { path })
      : wrongUse('cli.catalogue.noSheet', { sheet: wanted ?? '', allowed: names.join(', ') })
  const named = maker === undefined ? null : kept.find((one) => one.maker.toLowerCase() === maker.toLowerCase())
  const remembered =
    headings === undefined
      ? ((named ?? bestRemembered(sheet.lines, kept))?.layout ?? null)
      : await layoutInFile(headings)
  const guess = layoutOf(sheet.lines, remembered)
  const layout = maker === undefined ? guess : { ...guess, values: { ...guess.values, maker: named?.maker ?? maker } }
  sayMatches(layout, terminal)
  const { rows, notes } = mapTable(sheet, layout)
  const said = [...notes, ...oddLevels(rows)]
  for (const note of said.slice(0, shownNotes)) remark(importNoteText(terminal.language, note))
  if (said.length > shownNotes) remark(terminal.say('cli.catalogue.moreNotes', { count: said.length - shownNotes }))
  const hasModels = !missingColumns(layout).includes('model')
  // Without a column of models no line is one: that is the reason, unless there is no line but the headings.
  if (rows.length === 0 && (hasModels || sheet.lines.length < 2)) throw wrongUse('cli.emptyFile')
  if (!hasModels)
    throw wrongUse('cli.catalogue.noModels', {
      columns: layout.columns.map((_, at) => headingAt(layout, at)).join(', '),
    })
  return { rows, layout }
}

/** Return the file's own name of a column, if it differs from ours. */
export const headingIn = (layout: TableLayout | null, column: Parameters<typeof headingOf>[1]): string | null => {
  const heading = layout === null ? null : headingOf(layout, column)
  return heading === null || isOwnHeading(column, heading) ? null : heading
}
