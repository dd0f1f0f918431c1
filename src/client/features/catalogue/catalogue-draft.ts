import { type CatalogueColumn, type CatalogueRow, catalogueColumns } from '#shared/catalogue.ts'
import { rowsOfModels } from '#shared/catalogue-forms.ts'
import { isPointRow } from '#shared/catalogue-rows.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'

/** A line of the table as it is typed; the key stays with it while lines come and go. */
export type DraftRow = { key: string; cells: Record<CatalogueColumn, string> }
/** What somebody made of a version and has not saved yet. */
export type Draft = { baseVersion: string; source: string; rows: DraftRow[] }

let lastKey = 0
const nextKey = () => `${Date.now().toString(36)}-${++lastKey}`

const textOf = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)
const cellsOf = (text: (column: CatalogueColumn) => string): DraftRow['cells'] =>
  Object.fromEntries(catalogueColumns.map((column) => [column, text(column)])) as DraftRow['cells']

/** A line for the model, and one for each of its points. */
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

/** The lines as a save sends them, numbered as the table shows them. */
export const linesOf = (rows: readonly DraftRow[]): CatalogueRow[] =>
  rows.map(({ cells }, index) => ({ ...cells, line: index + 1 }))

/** The value of one cell changed. */
export const withCell = (rows: readonly DraftRow[], key: string, column: CatalogueColumn, text: string): DraftRow[] =>
  rows.map((row) => (row.key === key ? { ...row, cells: { ...row.cells, [column]: text } } : row))

/** A block of cells from a spreadsheet, laid down from one cell on to the right and below; lines are added where it reaches beyond the end. */
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

/**
 * Lines of a file put into the table: in place of all of it, or each in place of the model of its name and the others at the end. A
 * model that comes with points loses those that it had.
 */
export function withImport(
  rows: readonly DraftRow[],
  read: readonly Partial<DraftRow['cells']>[],
  way: 'replace' | 'merge',
): DraftRow[] {
  const lines = read.map(rowOfCells)
  if (way === 'replace') return lines
  const pointed = new Set(lines.filter(isPoint).map(nameOf))
  const merged = rows.filter((row) => !(isPoint(row) && pointed.has(nameOf(row))))
  for (const [index, line] of lines.entries()) {
    const name = nameOf(line)
    const last = merged.findLastIndex((row) => name !== '' && nameOf(row) === name)
    const at = isPoint(line) ? -1 : merged.findIndex((row) => name !== '' && nameOf(row) === name && !isPoint(row))
    const there = merged[at]
    // Columns that the file does not have stay as they are.
    if (there) merged[at] = { ...there, cells: { ...there.cells, ...read[index] } }
    else if (last >= 0) merged.splice(last + 1, 0, line)
    else merged.push(line)
  }
  return merged
}

/** Lines by the name of their model, in any letter case. */
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
 * The same changes on top of what a colleague has saved meanwhile: models that were changed, added or removed here stay so, all
 * others are as the newest version has them.
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
