import { useWord } from '#client/i18n.ts'
import { Select } from '#client/ui/select.tsx'
import type { Column, Sort } from './column.ts'

type Props<Row> = { columns: readonly Column<Row>[]; sort: Sort | null; onSort: (sort: Sort | null) => void }

/** The sort order of a list on a phone, whose cards have no column headers to press. */
export function PhoneSort<Row>({ columns, sort, onSort }: Props<Row>) {
  const say = useWord()
  const sortable = columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  return (
    <div className="min-w-32 flex-1">
      <Select
        label={say('table.order')}
        labelHidden
        value={sort ? `${sort.way} ${sort.column}` : null}
        emptyLabel={say('table.ownOrder')}
        options={sortable.flatMap(({ key, title }) =>
          (['asc', 'desc'] as const).map((way) => ({
            value: `${way} ${key}`,
            label: say(way === 'asc' ? 'table.rising' : 'table.falling', { column: title }),
          })),
        )}
        onChange={(next) => {
          const [way, column] = next?.split(' ') ?? []
          onSort(column === undefined ? null : { column, way: way === 'desc' ? 'desc' : 'asc' })
        }}
      />
    </div>
  )
}
