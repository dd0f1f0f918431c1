import { sayTitle } from '#client/i18n.ts'
import type { Column } from './column.ts'
import { columnsOf, type ListColumn } from './columns.tsx'
import { actionsColumn, type RowAction } from './row-actions.tsx'

type Declared<Row> = {
  words: string
  columns: readonly ListColumn<Row>[]
  Form?: unknown
  href?: (row: Row) => string
  useActions?: () => readonly RowAction<Row>[]
}

const none: readonly never[] = []
const useNoActions = (): readonly never[] => none

/** Return the declared columns with their words, and a last column with the actions of a row; `open` opens its form. */
export function useWordedTable<Row extends { id: number }>(
  { words, columns, Form, href, useActions = useNoActions }: Declared<Row>,
  open: (row: Row) => void,
): readonly Column<Row>[] {
  const word = (part: string) => sayTitle(`${words}.${part}`)
  // The first column names a row.
  const nameOf = (row: Row) => String((row as Record<string, unknown> & Row)[columns[0]?.key ?? 'id'] ?? row.id)
  const actions = useActions()
  const edit = { label: word('edit'), name: (row: Row) => `${word('edit')} ${nameOf(row)}`, run: open }
  // A row that links to its page and can also be changed here offers both actions.
  const lead = { label: word('open'), name: (row: Row) => `${word('open')} ${nameOf(row)}`, href: href ?? (() => '') }
  const possible = [...(Form && href ? [lead] : []), ...(Form ? [edit] : []), ...actions]
  return [
    ...columnsOf<Row>(words, columns),
    ...(possible.length > 0 ? [actionsColumn<Row>(word('actions'), possible, nameOf)] : none),
  ]
}
