import type { Content, ContentTable, Size, TableCell } from 'pdfmake/interfaces'
import { tableBreaks } from './page-breaks.ts'
import { colours, type Run } from './paper.ts'

export type CellStyle = {
  alignment?: 'left' | 'center' | 'right'
  fillColor?: string
  colSpan?: number
  rowSpan?: number
  bold?: boolean
  color?: string
  fontSize?: number
  margin?: [number, number, number, number]
}
/** A cell of a table. */
export const cell = (runs: readonly Run[], style: CellStyle = {}): TableCell => ({ text: [...runs], ...style })
export const right = (runs: readonly Run[], style: CellStyle = {}): TableCell =>
  cell(runs, { alignment: 'right', ...style })
/** Placeholder for a cell that a spanning cell covers. */
export const covered = (): TableCell => ({})

const headStyle = { bold: true, fillColor: colours.sunken, color: colours.ink }
/** A column's name. */
export const head = (runs: readonly Run[], style: CellStyle = {}): TableCell => cell(runs, { ...headStyle, ...style })

export type TableOptions = {
  /** Number of header rows, repeated on every page; default 1. */
  headRows?: number
  fontSize?: number
  margin?: [number, number, number, number]
  /** Points above and below the text of a row. */
  padding?: number
  /** Points to the left and right of it. */
  gap?: number
  /** Allow rows to continue on the next page: a row taller than a page is otherwise not printed at all. */
  tallRows?: boolean
}

/**
 * Create a table with thin lines between its rows. Widths are points or `*`, so that a long word breaks instead of
 * widening its column.
 */
export function table(
  widths: Size[],
  body: TableCell[][],
  { headRows = 1, fontSize = 8, margin = [0, 2, 0, 10], padding = 2.4, gap = 4, tallRows = false }: TableOptions = {},
): ContentTable {
  return {
    table: {
      widths,
      body,
      ...tableBreaks(headRows, tallRows),
    },
    fontSize,
    margin,
    layout: {
      hLineWidth: (row) => (row === 0 || row === body.length ? 0.8 : 0.4),
      vLineWidth: () => 0,
      hLineColor: (row) => (row === 0 || row === body.length ? colours.muted : colours.line),
      paddingLeft: () => gap,
      paddingRight: () => gap,
      paddingTop: () => padding,
      paddingBottom: () => padding,
    },
  }
}

/** Create rows with a name and its value. */
export const pairs = (
  rows: readonly (readonly [name: readonly Run[], value: readonly Run[]])[],
  widths: Size[],
  options: TableOptions = {},
): ContentTable =>
  table(
    widths,
    rows.map(([name, value]) => [cell(name, { color: colours.muted }), cell(value)]),
    { headRows: 0, ...options },
  )

/** A filled box. */
export const box = (
  content: Content[],
  fillColor: string,
  lineColor: string,
  margin: [number, number, number, number] = [0, 2, 0, 10],
): Content => ({
  table: { widths: ['*'], body: [[{ stack: content, fillColor }]], dontBreakRows: true },
  margin,
  layout: {
    hLineWidth: () => 0.8,
    vLineWidth: (column) => (column === 0 ? 4 : 0.8),
    hLineColor: () => lineColor,
    vLineColor: () => lineColor,
    paddingLeft: () => 12,
    paddingRight: () => 12,
    paddingTop: () => 9,
    paddingBottom: () => 9,
  },
})
