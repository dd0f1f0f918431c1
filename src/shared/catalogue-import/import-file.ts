import { type CatalogueColumn, type CatalogueProblem, catalogueColumns } from '#shared/catalogue.ts'
import { CatalogueForm, rowsOfForm } from '#shared/catalogue-forms.ts'
import { readTableFile, sheetOfText } from '#shared/tables/read-table-file.ts'
import type { TableSheet } from '#shared/tables/table.ts'
import { textOf } from './heading-block.ts'
import { guessColumns } from './headings.ts'

/** Convert models in JSON to a table under our own headings, each line with the number of its model. */
function sheetOfForm(form: CatalogueForm): TableSheet {
  const lines = rowsOfForm(form).flatMap(({ line, points, ...row }) => {
    const cells = (of: Partial<Record<CatalogueColumn, string | number | null>>) =>
      catalogueColumns.map((column) => of[column] ?? null)
    return [
      { line, cells: cells(row) },
      ...(points ?? []).map((point) => ({ line, cells: cells({ model: row.model, ...point }) })),
    ]
  })
  return { name: '', lines: [{ line: 0, cells: [...catalogueColumns] }, ...lines], notes: [] }
}

/** Return the sheets of pasted text: delimited, or the models of a catalogue in JSON. */
export function sheetsOfText(text: string): TableSheet[] {
  if (/^\s*[[{]/.test(text)) {
    try {
      const value: unknown = JSON.parse(text)
      const form = CatalogueForm.safeParse(Array.isArray(value) ? { models: value } : value)
      if (form.success) return [sheetOfForm(form.data)]
    } catch {
      // Text that only begins like JSON is a table.
    }
  }
  return [sheetOfText(text)]
}

/**
 * Return the sheets of a manufacturer's file: a workbook, delimited text, or the models of a catalogue in JSON. @throws
 * TableError
 */
export async function readImportFile(bytes: Uint8Array<ArrayBuffer>): Promise<TableSheet[]> {
  const sheets = await readTableFile(bytes)
  const [only] = sheets
  const begin = textOf(only?.lines[0]?.cells[0])
  return /^[[{]/.test(begin) ? sheetsOfText(new TextDecoder().decode(bytes)) : sheets
}

/** Return the index of the sheet with the most known headings. */
export function likeliestSheet(sheets: readonly TableSheet[]): number {
  const known = sheets.map(({ lines }) =>
    Math.max(
      0,
      ...lines
        .slice(0, 40)
        .map(
          ({ cells }) =>
            guessColumns(cells.map(textOf).map((text) => text.slice(0, 200))).filter(({ column }) => column).length,
        ),
    ),
  )
  return Math.max(0, known.indexOf(Math.max(...known)))
}

const emptyFaults: readonly CatalogueProblem['code'][] = ['cellEmpty', 'noCapacity', 'noRegeneration']
/**
 * Filter the problems of a file's lines: an empty value of an existing model is not a problem, because the stored value
 * stays.
 */
export const problemsOfFile = (problems: readonly CatalogueProblem[], there: ReadonlySet<string>): CatalogueProblem[] =>
  problems.filter(({ code, model }) => !(emptyFaults.includes(code) && there.has(model.toLowerCase())))
