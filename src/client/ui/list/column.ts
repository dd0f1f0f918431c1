import type { ReactNode } from 'react'

/** A column of a table over the server's rows. */
export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The server sorts by this column. */
  sortable?: boolean
  /** Figures are at the end. */
  align?: 'start' | 'end'
  /** A CSS length that the column keeps at least. */
  minWidth?: string
  /** Always shown; the column chooser does not offer it. */
  fixed?: boolean
  /** Stays in sight when the table is scrolled sideways. */
  sticky?: 'start' | 'end'
}
export type Sort = { column: string; way: 'asc' | 'desc' }
