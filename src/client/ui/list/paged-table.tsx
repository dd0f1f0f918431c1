import type { ComponentProps } from 'react'
import { type ListQuery, type Paging, tableState, useLastPage } from './list-query.ts'
import { Pager } from './pager.tsx'
import { DataTable } from './table.tsx'

type TableProps<Row> = Omit<
  ComponentProps<typeof DataTable<Row>>,
  'rows' | 'fetching' | 'error' | 'onRetry' | 'size'
> & {
  list: ListQuery<Row>
  /** The number of rows that the first load reserves space for; default: the page size. */
  expected?: number
}
type Props<Row> = TableProps<Row> & {
  view: Paging
  change: (patch: Partial<Paging>, way?: { replace: boolean }) => void
  onPrefetch?: ((page: number) => void) | undefined
  /** Show the pager only if there are more rows than this; without it, always. */
  pagesFrom?: number
}

/** A list as a table with a pager below it. A page after the last one redirects to the last. */
export function PagedTable<Row>({
  list,
  view,
  change,
  expected = view.size,
  onPrefetch,
  pagesFrom,
  ...table
}: Props<Row>) {
  useLastPage(list, view, change)
  return (
    <>
      <DataTable<Row> {...table} {...tableState(list)} size={expected} />
      {(pagesFrom === undefined || (list.data?.totalCount ?? 0) > pagesFrom) && (
        // Use another element once the rows are loaded, so that the pager appears at its place instead of moving there.
        <div key={list.data ? 'pages' : 'place'} className="px-4 py-2">
          <Pager
            label={table.caption}
            page={view.page}
            size={view.size}
            total={list.data?.totalCount}
            capped={list.data?.totalCapped}
            onChange={(page, size) => change({ page, size })}
            onPrefetch={onPrefetch}
          />
        </div>
      )}
    </>
  )
}

/** A short list in a screen: a fixed page size, and a pager only if there is more than one page. */
export function ShortTable<Row>({
  list,
  view,
  onPage,
  expected = view.size,
  ...table
}: TableProps<Row> & { view: Paging; onPage: (page: number) => void }) {
  const total = list.data?.totalCount
  return (
    <>
      <DataTable<Row> {...table} {...tableState(list)} size={expected} />
      {(total ?? 0) > view.size && (
        <div className="px-4 py-2">
          <Pager
            label={table.caption}
            page={view.page}
            size={view.size}
            total={total}
            capped={list.data?.totalCapped}
            fixedSize
            onChange={onPage}
          />
        </div>
      )}
    </>
  )
}
