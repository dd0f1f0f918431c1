import { feedColumns } from '#shared/feed.ts'
import { columnIndex, headingIndex } from './column-names.ts'
import { type FeedShape, noteColumn, noteIgnored } from './raw-line.ts'

/** The columns of a table in their order, as places in `feedColumns`; undefined = a column that a feed does not use. */
export type TableColumns = (number | undefined)[]

/** Headings are in one of so many lines that are not empty: before them there may be a title, a date, who made the table. */
export const headerWithin = 20
/** Excel has no more columns than these. */
export const mostColumns = 16_384
/** People write no more headings than these: what has more names its columns as a feed does. */
export const mostHeadings = 1_000

/** Asks for the same name once: a head may repeat it thousands of times. */
function indicesOf(cells: readonly string[]): TableColumns {
  const known = new Map<string, number | undefined>()
  const indexOf = cells.length > mostHeadings ? columnIndex : headingIndex
  return cells.map((cell) => {
    if (!known.has(cell)) known.set(cell, indexOf(cell))
    return known.get(cell)
  })
}

/** Does this line hold the heading of the serial numbers? */
export const isHeader = (cells: readonly string[]): boolean => indicesOf(cells).includes(0)

/** The headings as two lines have them: of merged cells the upper one names a group, and nothing is below the serial. */
export function isBelowHeader(cells: readonly string[], header: readonly string[]): boolean {
  const own = indicesOf(cells)
  const serial = indicesOf(header).indexOf(0)
  return (cells[serial] ?? '').trim() === '' && own.some((index) => index !== undefined && index > 0)
}

/** What the columns of a header mean; the first of two with one meaning counts. @param below a second line of headings, which say more than those above them */
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

/** So many cells a line has in the order of `feedColumns`: most tables have none of the columns at their end. */
export const widthOf = (columns: TableColumns): number =>
  Math.min(
    feedColumns.length,
    columns.reduce<number>((most, index) => Math.max(most, (index ?? 0) + 1), 0),
  )
