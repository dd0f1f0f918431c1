import type { ReactNode } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { Card } from '#client/ui/card.tsx'
import type { ViewScreen } from '#shared/views.ts'
import type { TableSelection } from './bulk-bar.tsx'
import type { ListQuery, Paging } from './list-query.ts'
import { ListTools } from './list-tools.tsx'
import { PagedTable } from './paged-table.tsx'
import type { Column, Sort } from './table.tsx'
import { type TableSettings, useTableSettings } from './table-settings.tsx'

type Sorted = { orderColumn?: string | null | undefined; orderWay?: 'asc' | 'desc' | undefined }
type Props<Row> = {
  /** Names the list for screen readers, and above it with the number of its rows. */
  caption: string
  /** Instead of the caption with the number of rows. */
  title?: string
  /** The heading of the screen names the list already: only the number of its rows is seen above it. */
  headed?: boolean
  /** Names the list: its saved views, and its remembered columns. */
  name: ViewScreen
  list: ListQuery<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  view: Paging & Sorted
  // A method, so that a view whose order is one of a few columns fits, too.
  change(
    patch: Partial<Paging & { orderColumn: string | null | undefined; orderWay: 'asc' | 'desc' | undefined }>,
    way?: { replace: boolean },
  ): void
  /** The order to show and how another one is asked for, where that is not `orderColumn` and `orderWay` of the view. */
  sort?: Sort
  onSort?: (sort: Sort | null) => void
  onOpen?: ((row: Row) => void) | undefined
  /** The key of the row whose details are open. */
  current?: string | number | undefined
  onAhead?: (page: number) => void
  actions?: ReactNode
  filters?: ReactNode
  /** Density and columns, where the screen asks for them too. */
  settings?: TableSettings
  /** Columns that are shown only once somebody has chosen them. */
  hiddenAtFirst?: readonly string[] | undefined
  /** Rows can be chosen, and dealt with together. */
  selection?: TableSelection<Row> | undefined
  /** What an empty list says; without it, that nothing matches the filters. */
  empty?: ReactNode
}

/** As wide as with the number of rows, which would send the buttons beside it to another line. */
const Counting = ({ caption }: { caption: string }) => (
  <>
    {caption}
    <span aria-hidden className="invisible">
      {' (00)'}
    </span>
  </>
)

type CountProps = { caption: string; total: number | undefined; capped: boolean }
/** How many rows there are, for readers of the screen with the name of the list; its line is kept while nobody knows. */
const RowCount = ({ caption, total, capped }: CountProps) => (
  <>
    <span className="sr-only">{caption}</span>{' '}
    <span className="figures font-normal text-muted">
      {total === undefined
        ? ''
        : say(capped ? 'table.entriesCapped' : 'table.entries', { count: total === 1 ? 1 : formatNumber(total) })}
    </span>
  </>
)

/** A list in a card: filters, table with its settings and saved views, pages. The address holds its view. */
export function ListCard<Row>(props: Props<Row>) {
  const { caption, title, headed, name, list, columns, view, actions, filters, hiddenAtFirst, sort, onSort, ...table } =
    props
  const own = useTableSettings(name, hiddenAtFirst)
  const settings = props.settings ?? own
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
        columns={columns}
        view={view}
        settings={settings}
        sort={sort ?? (orderColumn ? { column: orderColumn, way: orderWay } : null)}
        onSort={onSort ?? ((next) => props.change({ orderColumn: next?.column, orderWay: next?.way, page: 1 }))}
      />
    </Card>
  )
}
