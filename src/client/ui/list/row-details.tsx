import { navigate } from 'wouter/use-browser-location'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import type { Column, RowAction } from './column.ts'
import type { DetailsOf } from './details-of.ts'
import { isNothing } from './is-nothing.ts'
import { menuItems } from './row-actions.tsx'
import { RowMenu } from './row-menu.tsx'

type Props<Row> = { row: Row; columns: readonly Column<Row>[]; details: DetailsOf<Row> }

/** The details of a row: its actions, then all its columns as facts, including those that the list hides. */
export function RowDetails<Row>({ row, columns, details }: Props<Row>) {
  const { title, without = columns.slice(0, 1).map(({ key }) => key), facts, More } = details
  const acting = columns.find(({ key }) => key === 'actions')
  const shown = columns
    .filter((column) => column !== acting && !without.includes(column.key))
    .map((column) => ({ name: column.title, value: column.cell(row) }))
  const further = facts?.(row).filter((fact) => fact !== null) ?? []
  return (
    <>
      {acting && <Acting row={row} column={acting} name={title(row)} />}
      <FactList facts={[...shown, ...further].filter(({ value }) => !isNothing(value))} />
      {More && <More row={row} />}
    </>
  )
}

/** The same actions as in the table: those that change something rarely or remove it are in the menu. */
function Acting<Row>({ row, column, name }: { row: Row; column: Column<Row>; name: string }) {
  const own = column.actions ? null : column.cell(row)
  const actions = column.actions?.(row) ?? []
  if (actions.length === 0 && isNothing(own)) return null
  return (
    <div className="details flex flex-wrap items-center gap-2 border-b border-line p-4">
      {own ?? <Buttons row={row} actions={actions} name={name} />}
    </div>
  )
}

function Buttons<Row>({ row, actions, name }: { row: Row; actions: readonly RowAction<Row>[]; name: string }) {
  const say = useWord()
  const rare = actions.filter(({ danger }) => danger)
  return (
    <>
      {actions
        .filter(({ danger }) => !danger)
        .map((action) => (
          <Button
            key={action.label}
            aria-label={action.name(row)}
            onClick={() => ('href' in action ? navigate(action.href(row)) : action.run(row))}
          >
            {action.label}
          </Button>
        ))}
      {rare.length > 0 && <RowMenu name={`${say('custody.more')} ${name}`} items={menuItems(row, rare)} />}
    </>
  )
}
