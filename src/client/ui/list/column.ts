import type { ReactNode } from 'react'

/** An action on a row: `label` is the text of its button; `name` also names the row, for screen readers. */
export type RowAction<Row> = {
  label: string
  name: (row: Row) => string
  /** A rare, dangerous action. Only menus and the confirmation show it, in red. */
  danger?: boolean
  /** The rows that have the action; without it, all rows. */
  when?: (row: Row) => boolean
} & ({ run: (row: Row) => void } | { href: (row: Row) => string })

/**
 * Where a value is on a phone, whose rows have two or three lines: the name of the row, the end of the first line, or
 * the grey facts below; `named` = a fact that needs its title, `work` = the actions of a list of tasks,
 * in a line of their own. Other columns are only in the details of the row.
 */
export type PhonePart = 'title' | 'side' | 'fact' | 'named' | 'work'

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
  /** Without it in all columns, a row on a phone shows every value with its title. */
  phone?: PhonePart
  /** The actions behind the cell, for the details of the row. */
  actions?: (row: Row) => readonly RowAction<Row>[]
}

/** Return the columns with their parts on a phone, by their keys. */
export const onPhone = <Row>(columns: readonly Column<Row>[], parts: Record<string, PhonePart>): Column<Row>[] =>
  columns.map((column) => (parts[column.key] ? { ...column, phone: parts[column.key] } : column))

/** Return the columns with parts on a phone: where none has one, the first names the row, and the others are facts. */
export const briefly = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.some(({ phone }) => phone)
    ? columns
    : columns.map((column, place) =>
        column.key === 'actions' ? column : { ...column, phone: place === 0 ? 'title' : 'named' },
      )

export type Sort = { column: string; way: 'asc' | 'desc' }

/** Return the last column of a table, with the actions of a row: it is always shown, also when scrolled sideways. */
export const actionCells = <Row>(title: string, cell: Column<Row>['cell']): Column<Row> => ({
  key: 'actions',
  title,
  fixed: true,
  sticky: 'end',
  cell,
})
