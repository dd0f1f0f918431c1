import type { ReactNode } from 'react'

/** A column of a table over the server's rows. */
export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** The server sorts by this column. */
  sortable?: boolean
  /** Default 'start'; figures use 'end'. */
  align?: 'start' | 'end'
  /** The minimum width of the column, a CSS length. */
  minWidth?: string
  /** Always shown; the column chooser does not offer it. */
  fixed?: boolean
  /** Stays visible when the table is scrolled sideways. */
  sticky?: 'start' | 'end'
}
export type Sort = { column: string; way: 'asc' | 'desc' }

/** Return the last column of a table, with the actions of a row: it is always shown, also when scrolled sideways. */
export const actionCells = <Row>(title: string, cell: Column<Row>['cell']): Column<Row> => ({
  key: 'actions',
  title,
  fixed: true,
  sticky: 'end',
  cell,
})
