import { navigate } from 'wouter/use-browser-location'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import type { Column } from './column.ts'
import type { DetailsOf } from './details-of.ts'
import { isNothing } from './is-nothing.ts'
import { menuItems } from './row-actions.tsx'
import { RowMenu } from './row-menu.tsx'

type Props<Row> = { row: Row; columns: readonly Column<Row>[]; details: DetailsOf<Row> }

/** The details of a row: its actions, then all its columns as facts, including those that the list hides. */
export function RowDetails<Row>({ row, columns, details }: Props<Row>) {
  const { without = columns.slice(0, 1).map(({ key }) => key), facts, More } = details
  const acting = columns.find(({ key }) => key === 'actions')
  const shown = columns
    .filter((column) => column !== acting && !without.includes(column.key))
    .map((column) => ({ name: column.title, value: column.cell(row) }))
  const further = facts?.(row).filter((fact) => fact !== null) ?? []
  return (
    <>
      {acting && <Acting row={row} column={acting} />}
      <FactList facts={[...shown, ...further].filter(({ value }) => !isNothing(value))} />
      {More && <More row={row} />}
    </>
  )
}

/** For the line of the title: what the list shows there, and the menu of the actions that remove or void the row. */
export function RowHead<Row>({ row, columns, details: { title, Head } }: Props<Row>) {
  const name = `${useWord()('custody.more')} ${title(row)}`
  const rare =
    columns
      .find(({ key }) => key === 'actions')
      ?.actions?.(row)
      .filter(({ danger }) => danger) ?? []
  return (
    <span className="flex min-w-0 flex-1 items-center justify-end gap-1">
      {Head && <Head row={row} />}
      {rare.length > 0 && <RowMenu name={name} items={menuItems(row, rare)} />}
    </span>
  )
}

/** The same actions as in the table, without those in the menu of the title. */
function Acting<Row>({ row, column }: { row: Row; column: Column<Row> }) {
  const own = column.actions ? null : column.cell(row)
  const actions = column.actions?.(row).filter(({ danger }) => !danger) ?? []
  if (actions.length === 0 && isNothing(own)) return null
  return (
    <div className="details flex flex-wrap items-center gap-2 border-b border-line p-4">
      {own ??
        actions.map((action) => (
          <Button
            key={action.label}
            aria-label={action.name(row)}
            onClick={() => ('href' in action ? navigate(action.href(row)) : action.run(row))}
          >
            {action.label}
          </Button>
        ))}
    </div>
  )
}
