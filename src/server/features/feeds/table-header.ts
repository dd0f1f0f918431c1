import { feedColumns } from '#shared/feed.ts'
import { columnIndex, headingIndex } from './column-names.ts'
import { type FeedShape, noteColumn, noteIgnored } from './raw-line.ts'

/**
 * The columns of a table in their order, as indexes in `feedColumns`; undefined = a column that a feed does not use.
 */
export type TableColumns = (number | undefined)[]

/** The headings are in one of the first non-blank lines: a title, a date or an author may be above them. */
export const headerWithin = 20
/** Excel's maximum number of columns. */
export const mostColumns = 16_384
/** Maximum number of free headings. A table with more columns must use the names of feed columns. */
export const mostHeadings = 1_000

/** Resolve each name once: a header may repeat it thousands of times. */
function indicesOf(cells: readonly string[]): TableColumns {
  const known = new Map<string, number | undefined>()
  const indexOf = cells.length > mostHeadings ? columnIndex : headingIndex
  return cells.map((cell) => {
    if (!known.has(cell)) known.set(cell, indexOf(cell))
    return known.get(cell)
  })
}

/** Return whether this line has the heading of the serial numbers. */
export const isHeader = (cells: readonly string[]): boolean => indicesOf(cells).includes(0)

/**
 * Return whether a line is the second line of a header with merged cells: the upper line names groups, and the cell
 * below the serial heading is empty.
 */
export function isBelowHeader(cells: readonly string[], header: readonly string[]): boolean {
  const own = indicesOf(cells)
  const serial = indicesOf(header).indexOf(0)
  return (cells[serial] ?? '').trim() === '' && own.some((index) => index !== undefined && index > 0)
}

/**
 * Return the meaning of each column of a header. The first of two columns with one meaning counts.
 * @param below a second line of headings, which takes precedence over the first
 */
export function tableColumns(header: readonly string[], below: readonly string[], shape: FeedShape): TableColumns {
  const upper = indicesOf(header)
  const lower = indicesOf(below)
  const taken = new Set<number>()
  return Array.from({ length: Math.max(header.length, below.length) }, (_, place) => {
    const name = (below[place] ?? '').trim() || (header[place] ?? '').trim()
    const index = (below[place] ?? '').trim() === '' ? upper[place] : lower[place]
    if (index === undefined || taken.has(index)) {
      noteIgnored(shape, name)
      return undefined
    }
    taken.add(index)
    noteColumn(shape, index)
    return index
  })
}

/** Return the number of cells of a line in the order of `feedColumns`: most tables lack the last columns. */
export const widthOf = (columns: TableColumns): number =>
  Math.min(
    feedColumns.length,
    columns.reduce<number>((most, index) => Math.max(most, (index ?? 0) + 1), 0),
  )
