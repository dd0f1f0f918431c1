import { navigate } from 'wouter/use-browser-location'
import { sayTitle, useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import type { MenuAction } from '#client/ui/menu-actions.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import { actionCells, type Column, type RowAction } from './column.ts'
import { RowMenu } from './row-menu.tsx'

export type { RowAction } from './column.ts'

/**
 * The last column of a list, with the actions of each row: the first one as a button, the others in a menu.
 * @param nameOf names the row, for screen readers
 */
export const actionsColumn = <Row,>(
  title: string,
  actions: readonly RowAction<Row>[],
  nameOf: (row: Row) => string,
): Column<Row> => {
  const possible = (row: Row) => actions.filter(({ when }) => when === undefined || when(row))
  const column = actionCells<Row>(title, (row) => <RowActions row={row} actions={possible(row)} name={nameOf(row)} />)
  return { ...column, actions: possible }
}

type ActionsProps<Row> = { row: Row; actions: readonly RowAction<Row>[]; name: string }

function RowActions<Row>({ row, actions, name }: ActionsProps<Row>) {
  const say = useWord()
  const first = actions.find(({ danger }) => !danger)
  const rest = actions.filter((action) => action !== first)
  if (actions.length === 0) return <span className="text-muted">-</span>
  return (
    <span className="-ml-2 flex items-center justify-between">
      {first ? <RowButton row={row} action={first} /> : <span />}
      {rest.length > 0 && <RowMenu name={`${say('custody.more')} ${name}`} items={menuItems(row, rest)} />}
    </span>
  )
}

/** Return the actions as items of a menu. */
export const menuItems = <Row,>(row: Row, actions: readonly RowAction<Row>[]): MenuAction[] =>
  actions.map((action) => ({
    key: action.label,
    label: action.label,
    danger: action.danger ?? false,
    run: () => ('href' in action ? navigate(action.href(row)) : action.run(row)),
  }))

type ButtonProps<Row> = { row: Row; action: RowAction<Row> }

function RowButton<Row>({ row, action }: ButtonProps<Row>) {
  if ('href' in action)
    return (
      <AppLink
        href={action.href(row)}
        className={`${buttonStyle('quiet', 'sm')} text-accent!`}
        aria-label={action.name(row)}
      >
        {action.label}
      </AppLink>
    )
  return (
    <Button
      variant="quiet"
      size="sm"
      className="text-accent!"
      aria-label={action.name(row)}
      onClick={() => action.run(row)}
    >
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
