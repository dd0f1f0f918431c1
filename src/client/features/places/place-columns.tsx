import { AppLink } from '#client/ui/app-link.tsx'
import type { Column } from '#client/ui/list/column.ts'

type Named = { id: number; name: string }

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
