import { type CatalogueColumn, type CatalogueRow, catalogueColumns } from '#shared/catalogue.ts'
import { rowsOfModels } from '#shared/catalogue-forms.ts'
import { isPointRow } from '#shared/catalogue-rows.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'

/** A line of the table as typed; its key is stable while lines are added and removed. */
export type DraftRow = { key: string; cells: Record<CatalogueColumn, string> }
/** The unsaved changes of a version. */
export type Draft = { baseVersion: string; source: string; rows: DraftRow[] }

let lastKey = 0
const nextKey = () => `${Date.now().toString(36)}-${++lastKey}`

const textOf = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)
const cellsOf = (text: (column: CatalogueColumn) => string): DraftRow['cells'] =>
  Object.fromEntries(catalogueColumns.map((column) => [column, text(column)])) as DraftRow['cells']

/** Return a line for the model, and one for each of its points. */
export const linesOfModel = (model: CatalogueModel): DraftRow[] =>
  rowsOfModels([model]).map((row) => ({ key: nextKey(), cells: cellsOf((column) => textOf(row[column])) }))
export const emptyRow = (): DraftRow => ({
  key: nextKey(),
  cells: cellsOf((column) => (column === 'dimsStatus' ? 'estimate' : '')),
})
const rowOfCells = (given: Partial<DraftRow['cells']>): DraftRow => {
  const row = emptyRow()
  return { ...row, cells: { ...row.cells, ...given } }
}

export const draftOf = ({
  version,
  source,
  models,
}: {
  version: string
  source: string
  models: readonly CatalogueModel[]
}): Draft => ({
  baseVersion: version,
  source,
  rows: models.flatMap(linesOfModel),
})

/** Return the lines for a save, numbered as in the table. */
export const linesOf = (rows: readonly DraftRow[]): CatalogueRow[] =>
  rows.map(({ cells }, index) => ({ ...cells, line: index + 1 }))

/** Return the lines with one changed cell. */
export const withCell = (rows: readonly DraftRow[], key: string, column: CatalogueColumn, text: string): DraftRow[] =>
  rows.map((row) => (row.key === key ? { ...row, cells: { ...row.cells, [column]: text } } : row))

/**
 * Paste a block of cells from a spreadsheet, from one cell to the right and down; add lines if it is longer than the
 * table.
 */
export function withBlock(
  rows: readonly DraftRow[],
  key: string,
  column: CatalogueColumn,
  block: readonly (readonly string[])[],
): DraftRow[] {
  const top = rows.findIndex((row) => row.key === key)
  const left = catalogueColumns.indexOf(column)
  const filled = [...rows]
  for (const [down, texts] of block.entries()) {
    const row = filled[top + down] ?? emptyRow()
    const cells = { ...row.cells }
    for (const [right, text] of texts.entries()) {
      const target = catalogueColumns[left + right]
      if (target) cells[target] = text.trim()
    }
    filled[top + down] = { ...row, cells }
  }
  return filled
}

const nameOf = ({ cells }: Pick<DraftRow, 'cells'>): string => cells.model.trim().toLowerCase()

const isPoint = ({ cells }: Pick<DraftRow, 'cells'>): boolean => isPointRow({ ...cells, line: 1 })

/** Add imported models to the table, or replace the table by them. */
export type ImportMode = 'merge' | 'replace'

/**
 * Put the lines of a file into the table: replace all lines, or replace the models with the same names and append the
 * others. A model imported with points loses its former points.
 */
export function withImport(
  rows: readonly DraftRow[],
  read: readonly Partial<DraftRow['cells']>[],
  mode: ImportMode,
): DraftRow[] {
  const lines = read.map(rowOfCells)
  if (mode === 'replace') return lines
  const pointed = new Set(lines.filter(isPoint).map(nameOf))
  const merged = rows.filter((row) => !(isPoint(row) && pointed.has(nameOf(row))))
  for (const [index, line] of lines.entries()) {
    const name = nameOf(line)
    const last = merged.findLastIndex((row) => name !== '' && nameOf(row) === name)
    const at = isPoint(line) ? -1 : merged.findIndex((row) => name !== '' && nameOf(row) === name && !isPoint(row))
    const existing = merged[at]
    // Keep the columns that the file does not have.
    if (existing) merged[at] = { ...existing, cells: { ...existing.cells, ...read[index] } }
    else if (last >= 0) merged.splice(last + 1, 0, line)
    else merged.push(line)
  }
  return merged
}

/** Group lines by the name of their model, ignoring case. */
function byModel(rows: readonly DraftRow[]): Map<string, DraftRow[]> {
  const groups = new Map<string, DraftRow[]>()
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row])
  return groups
}
const isSame = (one: readonly DraftRow[] = [], other: readonly DraftRow[] = []): boolean =>
  one.length === other.length &&
  one.length > 0 &&
  one.every(({ cells }, index) => catalogueColumns.every((column) => cells[column] === other[index]?.cells[column]))

/**
 * Apply the draft's changes to a newer version saved by another user: models changed, added or removed in the draft
 * stay so, all others are taken from the newest version.
 */
export function rebased(
  draft: Draft,
  base: readonly CatalogueModel[],
  newest: { version: string; source: string; models: readonly CatalogueModel[] },
  baseSource: string,
): Draft {
  const before = byModel(base.flatMap(linesOfModel))
  const mine = byModel(draft.rows)
  const names = new Set(newest.models.map(({ model }) => model.toLowerCase()))
  const rows = newest.models.flatMap((model): DraftRow[] => {
    const name = model.model.toLowerCase()
    const own = mine.get(name)
    const was = before.get(name)
    if (!own) return was === undefined ? linesOfModel(model) : []
    return isSame(own, was) ? linesOfModel(model) : own
  })
  const added = [...mine].flatMap(([name, own]) => (names.has(name) || isSame(own, before.get(name)) ? [] : own))
  return {
    baseVersion: newest.version,
    source: draft.source === baseSource ? newest.source : draft.source,
    rows: [...rows, ...added],
  }
}
