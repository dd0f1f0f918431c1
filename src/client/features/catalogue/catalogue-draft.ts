import { type CatalogueColumn, type CatalogueRow, catalogueColumns } from '#shared/catalogue.ts'
import type { CatalogueModel } from '#shared/selection/catalogue.ts'

/** A line of the table as it is typed; the key stays with it while lines come and go. */
export type DraftRow = { key: string; cells: Record<CatalogueColumn, string> }
/** What somebody made of a version and has not saved yet. */
export type Draft = { baseVersion: string; source: string; rows: DraftRow[] }

let lastKey = 0
const nextKey = () => `${Date.now().toString(36)}-${++lastKey}`

const textOf = (value: string | number | null): string => (value === null ? '' : String(value))
const cellsOf = (text: (column: CatalogueColumn) => string): DraftRow['cells'] =>
  Object.fromEntries(catalogueColumns.map((column) => [column, text(column)])) as DraftRow['cells']

export const rowOfModel = (model: CatalogueModel): DraftRow => ({ key: nextKey(), cells: cellsOf((column) => textOf(model[column])) })
export const emptyRow = (): DraftRow => ({ key: nextKey(), cells: cellsOf((column) => (column === 'dimsStatus' ? 'estimate' : '')) })
const rowOfCells = (given: Partial<DraftRow['cells']>): DraftRow => {
  const row = emptyRow()
  return { ...row, cells: { ...row.cells, ...given } }
}

export const draftOf = ({ version, source, models }: { version: string; source: string; models: readonly CatalogueModel[] }): Draft => ({
  baseVersion: version,
  source,
  rows: models.map(rowOfModel),
})

/** The lines as a save sends them, numbered as the table shows them. */
export const linesOf = (rows: readonly DraftRow[]): CatalogueRow[] => rows.map(({ cells }, index) => ({ ...cells, line: index + 1 }))

/** The value of one cell changed. */
export const withCell = (rows: readonly DraftRow[], key: string, column: CatalogueColumn, text: string): DraftRow[] =>
  rows.map((row) => (row.key === key ? { ...row, cells: { ...row.cells, [column]: text } } : row))

/** A block of cells from a spreadsheet, laid down from one cell on to the right and below; lines are added where it reaches beyond the end. */
export function withBlock(rows: readonly DraftRow[], key: string, column: CatalogueColumn, block: readonly (readonly string[])[]): DraftRow[] {
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

/** Lines of a file put into the table: in place of all of it, or each in place of the model of its name and the others at the end. */
export function withImport(rows: readonly DraftRow[], read: readonly Partial<DraftRow['cells']>[], way: 'replace' | 'merge'): DraftRow[] {
  if (way === 'replace') return read.map(rowOfCells)
  const merged = [...rows]
  for (const cells of read) {
    const name = cells.model?.trim().toLowerCase() ?? ''
    const at = merged.findIndex((row) => name !== '' && nameOf(row) === name)
    const there = merged[at]
    // Columns that the file does not have stay as they are.
    if (there) merged[at] = { ...there, cells: { ...there.cells, ...cells } }
    else merged.push(rowOfCells(cells))
  }
  return merged
}

const isSame = (one: DraftRow['cells'] | undefined, other: DraftRow['cells'] | undefined): boolean =>
  one !== undefined && other !== undefined && catalogueColumns.every((column) => one[column] === other[column])

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
  const before = new Map(base.map((model) => [model.model.toLowerCase(), rowOfModel(model).cells]))
  const mine = new Map(draft.rows.map((row) => [nameOf(row), row]))
  const names = new Set(newest.models.map(({ model }) => model.toLowerCase()))
  const rows = newest.models.flatMap((model): DraftRow[] => {
    const name = model.model.toLowerCase()
    const own = mine.get(name)
    const was = before.get(name)
    if (!own) return was === undefined ? [rowOfModel(model)] : []
    return isSame(own.cells, was) ? [rowOfModel(model)] : [own]
  })
  const added = draft.rows.filter((row) => !names.has(nameOf(row)) && !isSame(row.cells, before.get(nameOf(row))))
  return { baseVersion: newest.version, source: draft.source === baseSource ? newest.source : draft.source, rows: [...rows, ...added] }
}
