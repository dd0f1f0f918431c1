import { type ReactNode, useMemo } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { ViewScreen } from '#shared/views.ts'
import type { TableSelection } from './bulk-bar.tsx'
import { briefly, type Column, type Sort } from './column.ts'
import type { ListQuery, Paging } from './list-query.ts'
import { ListTools } from './list-tools.tsx'
import { PagedTable } from './paged-table.tsx'
import { type TableSettings, useTableSettings } from './table-settings.tsx'

type Sorted = { orderColumn?: string | null | undefined; orderWay?: 'asc' | 'desc' | undefined }
type Props<Row> = {
  /** The name of the list for screen readers, also shown above it with the number of its rows. */
  caption: string
  /** The title shown instead of the caption and the number of rows. */
  title?: string
  /** The heading of the screen already names the list: show only the number of its rows above it. */
  headed?: boolean
  /** The key of the list's saved views and of its remembered columns. */
  name: ViewScreen
  list: ListQuery<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  view: Paging & Sorted
  // A method, because its parameter types then also accept a view that sorts only by some columns.
  change(
    patch: Partial<Paging & { orderColumn: string | null | undefined; orderWay: 'asc' | 'desc' | undefined }>,
    way?: { replace: boolean },
  ): void
  /** The sort order and its setter, if they are not `orderColumn` and `orderWay` of the view. */
  sort?: Sort
  onSort?: (sort: Sort | null) => void
  onOpen?: ((row: Row) => void) | undefined
  /** The key of the row whose details are open. */
  current?: string | number | undefined
  onPrefetch?: (page: number) => void
  actions?: ReactNode
  filters?: ReactNode
  /** Density and columns, if the screen needs them too. */
  settings?: TableSettings
  /** Columns that are hidden until the user shows them. */
  hiddenAtFirst?: readonly string[] | undefined
  /** Rows can be selected, for bulk actions. */
  selection?: TableSelection<Row> | undefined
  /** The text of an empty list; without it, that nothing matches the filters. */
  empty?: ReactNode
}

/** As wide as the text with the number of rows, so that the buttons beside it do not wrap later. */
const Counting = ({ caption }: { caption: string }) => (
  <>
    {caption}
    <span aria-hidden className="invisible">
      {' (00)'}
    </span>
  </>
)

type CountProps = { caption: string; total: number | undefined; capped: boolean }
/** Reserves the width of the number of rows until it is known, so that the buttons beside it do not wrap later. */
const usualTotal = 100
/** The number of rows, with the name of the list for screen readers. */
const RowCount = ({ caption, total, capped }: CountProps) => (
  <>
    <span className="sr-only">{caption}</span>{' '}
    <span
      aria-hidden={total === undefined}
      className={classNames('figures font-normal whitespace-nowrap text-muted', total === undefined && 'invisible')}
    >
      {say('table.entries', {
        count: total === 1 && !capped ? 1 : `${formatNumber(total ?? usualTotal)}${capped ? '+' : ''}`,
      })}
    </span>
  </>
)

/** A list in a card: filters, table with its settings and saved views, pager. The address holds its view. */
export function ListCard<Row>(props: Props<Row>) {
  const { caption, title, headed, name, list, columns, view, actions, filters, hiddenAtFirst, sort, onSort, ...table } =
    props
  const own = useTableSettings(name, hiddenAtFirst)
  const settings = props.settings ?? own
  const brief = useMemo(() => briefly(columns), [columns])
  const { totalCount: total, totalCapped: capped } = list.data ?? {}
  const { orderColumn, orderWay = 'asc' } = view
  return (
    <Card
      title={
        title ??
        (headed ? (
          <RowCount caption={caption} total={total} capped={capped ?? false} />
        ) : total === undefined ? (
          <Counting caption={caption} />
        ) : (
          `${caption} (${formatNumber(total)}${capped ? '+' : ''})`
        ))
      }
      padded={false}
      actions={
        <span className="flex flex-wrap items-center gap-1 max-sm:contents">
          <ListTools screen={name} settings={settings} columns={columns} />
          {actions}
        </span>
      }
    >
      {filters}
      <PagedTable<Row>
        {...table}
        caption={caption}
        list={list}
        columns={brief}
        view={view}
        settings={settings}
        sort={sort ?? (orderColumn ? { column: orderColumn, way: orderWay } : null)}
        onSort={onSort ?? ((next) => props.change({ orderColumn: next?.column, orderWay: next?.way, page: 1 }))}
      />
    </Card>
  )
}
