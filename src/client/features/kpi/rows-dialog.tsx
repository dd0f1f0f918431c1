import { codeOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { type ListQuery, tableState } from '#client/ui/list/list-query.ts'
import { Pager } from '#client/ui/list/pager.tsx'
import { type Column, DataTable } from '#client/ui/list/table.tsx'
import { EmptyState } from '#client/ui/status.tsx'

export type Paging = { page: number; size: number }
export const firstPage: Paging = { page: 1, size: 10 }

type Props<Row> = {
  title: string
  columns: Column<Row>[]
  list: ListQuery<Row>
  /** The text for an empty list. */
  empty: string
  paging: Paging
  onPage: (next: Paging) => void
  onClose: () => void
}

/** The rows behind a figure, page by page. */
export function RowsDialog<Row extends { id: number }>({
  title,
  columns,
  list,
  empty,
  paging: { page, size },
  onPage,
  onClose,
}: Props<Row>) {
  const say = useWord()
  return (
    <Dialog open onClose={onClose} size="lg" title={title}>
      <DataTable<Row>
        caption={title}
        columns={columns}
        rowKey={(row) => row.id}
        size={size}
        {...tableState(list)}
        error={codeOf(list.error) === 'NOT_FOUND' ? say('error.notFound') : tableState(list).error}
        empty={<EmptyState title={empty} />}
      />
      <div className="pt-2">
        <Pager
          page={page}
          size={size}
          total={list.data?.totalCount}
          capped={list.data?.totalCapped}
          onChange={(next, rows) => onPage({ page: next, size: rows })}
        />
      </div>
    </Dialog>
  )
}
