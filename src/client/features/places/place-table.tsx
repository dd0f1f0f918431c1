import { type ReactNode, useEffect } from 'react'
import { messageOf } from '#client/failures.ts'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import type { Page } from '#shared/paging.ts'
import type { ListView } from './list-view.ts'

type List<Row> = { data: Page<Row> | undefined; error: unknown; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown }
type Props<Row, Sorted extends string> = {
  /** Names the table, and its remembered columns. */
  title: string
  name: 'clients' | 'sites'
  list: List<Row>
  columns: readonly Column<Row>[]
  sortColumns: readonly Sorted[]
  view: ListView<Sorted>
  change: (patch: Partial<ListView<Sorted>>) => void
  onOpen: (row: Row) => void
  /** Buttons over the table; they may ask which columns are hidden. */
  actions: (hidden: readonly string[]) => ReactNode
  search: ReactNode
}

/** A table of places: search, sorting, pages, columns. The address holds its state. */
export function PlaceTable<Row extends { id: number }, Sorted extends string>(props: Props<Row, Sorted>) {
  const { title, name, list, columns, sortColumns, view, change, onOpen, actions, search } = props
  const say = useWord()
  const mayAdd = useMay('agent')
  const settings = useTableSettings(name)
  const total = list.data?.totalCount
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / view.size))
  const beyond = total !== undefined && !list.isPlaceholderData && view.page > lastPage
  useEffect(() => {
    if (beyond) change({ page: lastPage })
  }, [beyond, lastPage, change])
  const nothing =
    view.name || view.province ? (
      <EmptyState title={say('table.empty')} help={say('table.emptyHelp')} />
    ) : mayAdd ? (
      <EmptyState title={say(`places.none.${name}`)} help={say(`places.noneHelp.${name}`)} />
    ) : (
      <EmptyState title={say(`places.none.${name}`)} />
    )
  return (
    <Card
      title={total === undefined ? title : `${title} (${formatNumber(total)})`}
      padded={false}
      actions={
        <span className="flex flex-wrap items-center gap-1">
          <ListTools screen={name} settings={settings} columns={columns} />
          {actions(settings.hidden)}
        </span>
      }
    >
      {search}
      <DataTable<Row>
        caption={title}
        columns={columns}
        rows={list.data?.data}
        rowKey={(row) => row.id}
        size={view.size}
        sort={view.orderColumn ? { column: view.orderColumn, way: view.orderWay ?? 'asc' } : null}
        onSort={(sort) => change({ orderColumn: sortColumns.find((column) => column === sort?.column), orderWay: sort?.way, page: 1 })}
        fetching={list.isFetching && (list.isPlaceholderData || list.error !== null)}
        error={list.error ? messageOf(list.error) : null}
        onRetry={() => void list.refetch()}
        onOpen={onOpen}
        settings={settings}
        empty={nothing}
      />
      <div className="px-4 py-2">
        <Pager page={view.page} size={view.size} total={total} onChange={(page, size) => change({ page, size })} />
      </div>
    </Card>
  )
}
