import { say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { RowButton } from '#client/ui/button.tsx'
import { actionCells, type Column } from '#client/ui/list/column.ts'

type Named = { id: number; name: string }
type Act<Row> = { label: string; act: (row: Row) => void; danger?: true }

/** The name of a place as a link to its overview. */
export const nameColumn = <Row extends Named>(title: string, hrefOf: (id: number) => string): Column<Row> => ({
  key: 'name',
  title,
  sortable: true,
  fixed: true,
  sticky: 'start',
  cell: (row) => (
    <AppLink
      href={hrefOf(row.id)}
      className="-my-0.5 inline-block py-0.5 text-accent underline-offset-2 hover:underline"
    >
      {row.name}
    </AppLink>
  ),
})

/** The actions of a place in the table. */
export const actionColumn = <Row extends Named>(acts: readonly Act<Row>[]): Column<Row> =>
  actionCells(say('device.column.actions'), (row) => (
    <span className="-ml-2 flex items-center">
      {acts.map(({ label, act, danger }) => (
        <RowButton
          key={label}
          label={label}
          name={`${label} ${row.name}`}
          onClick={() => act(row)}
          muted={danger === true}
        />
      ))}
    </span>
  ))
