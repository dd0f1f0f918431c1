import { sayTitle } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import { actionCells, type Column } from './column.ts'

/** An action on a row: `label` is the text of its button; `name` also names the row, for screen readers. */
export type RowAction<Row> = {
  label: string
  name: (row: Row) => string
  /** A rare, dangerous action: its button is quiet. Only menus and the confirmation show it in red. */
  danger?: boolean
  /** The rows that have the action; without it, all rows. */
  when?: (row: Row) => boolean
} & ({ run: (row: Row) => void } | { href: (row: Row) => string })

/** The last column of a list, with the actions of each row. */
export const actionsColumn = <Row,>(title: string, actions: readonly RowAction<Row>[]): Column<Row> =>
  actionCells(title, (row) => {
    const possible = actions.filter(({ when }) => when === undefined || when(row))
    if (possible.length === 0) return <span className="text-muted">-</span>
    return (
      <span className="-ml-2 flex items-center">
        {possible.map((action) => (
          <RowButton key={action.label} row={row} action={action} />
        ))}
      </span>
    )
  })

function RowButton<Row>({ row, action }: { row: Row; action: RowAction<Row> }) {
  const color = action.danger ? 'text-muted!' : 'text-accent!'
  if ('href' in action)
    return (
      <AppLink
        href={action.href(row)}
        className={`${buttonStyle('quiet', 'sm')} ${color}`}
        aria-label={action.name(row)}
      >
        {action.label}
      </AppLink>
    )
  return (
    <Button variant="quiet" size="sm" className={color} aria-label={action.name(row)} onClick={() => action.run(row)}>
      {action.label}
    </Button>
  )
}

type Delete<Row> = {
  /** Delete the row; `onSuccess` shows a toast with its name. */
  remove: (row: { id: number }, options: { onSuccess: () => void }) => void
  refuse?: ((row: Row) => string | null) | undefined
  nameOf: (row: Row) => string
}

/** Return the action that deletes a row with a name. */
export const deleteAction = <Row extends { id: number; name: string }>(
  words: string,
  options: Omit<Delete<Row>, 'nameOf'>,
): RowAction<Row> => deleteNamed<Row>(words, { ...options, nameOf: ({ name }) => name })

/**
 * Delete a row after the confirmation `<words>.deleteAsk` with its name, then show `<words>.deleted`; `refuse` = why a
 * row cannot be deleted now, shown instead of the confirmation.
 */
export const deleteNamed = <Row extends { id: number }>(
  words: string,
  { remove, refuse, nameOf }: Delete<Row>,
): RowAction<Row> => ({
  label: sayTitle(`${words}.delete`),
  name: (row) => `${sayTitle(`${words}.delete`)} ${nameOf(row)}`,
  danger: true,
  run: (row) => {
    const why = refuse?.(row) ?? null
    if (why !== null) toastError(why)
    else
      void askConfirm({ message: sayTitle(`${words}.deleteAsk`, { name: nameOf(row) }), danger: true }).then(
        (confirmed) =>
          confirmed &&
          remove({ id: row.id }, { onSuccess: () => toastSuccess(doneTo(sayTitle(`${words}.deleted`), nameOf(row))) }),
      )
  },
})
