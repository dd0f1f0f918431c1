import { type ReactNode, useEffect } from 'react'
import { messageOf } from '#client/failures.ts'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber } from '#client/i18n.ts'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import type { Page } from '#shared/paging.ts'
import type { ViewScreen } from '#shared/views.ts'

type List<Row> = { data: Page<Row> | undefined; error: unknown; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown }
type Props<Row> = {
  title: string
  /** Names the list: its saved views, and its remembered columns. */
  name: ViewScreen
  list: List<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  page: number
  size: number
  change: (patch: { page: number; size?: number }) => void
  onOpen?: (row: Row) => void
  actions?: ReactNode
  filters: ReactNode
  /** Columns that are shown only once somebody has chosen them. */
  hiddenAtFirst?: readonly string[]
  /** What an empty list says; without it, that nothing matches the filters. */
  empty?: ReactNode
}

/** A list in a card: filters, table with its settings and saved views, pages. The address holds page and size. */
export function ListCard<Row>({ title, name, list, columns, rowKey, page, size, change, onOpen, actions, filters, hiddenAtFirst, empty }: Props<Row>) {
  const settings = useTableSettings(name, hiddenAtFirst)
  const { totalCount: total, totalCapped: capped } = list.data ?? {}
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / size))
  const beyond = total !== undefined && !list.isPlaceholderData && page > lastPage
  useEffect(() => {
    if (beyond) change({ page: lastPage })
  }, [beyond, lastPage, change])
  return (
    <Card
      title={total === undefined ? title : `${title} (${formatNumber(total)}${capped ? '+' : ''})`}
      padded={false}
      actions={
        <span className="flex flex-wrap items-center gap-1">
          <ListTools screen={name} settings={settings} columns={columns} />
          {actions}
        </span>
      }
    >
      {filters}
      <DataTable<Row>
        caption={title}
        columns={columns}
        rows={list.data?.data}
        rowKey={rowKey}
        size={size}
        fetching={list.isFetching && (list.isPlaceholderData || list.error !== null)}
        error={list.error ? messageOf(list.error) : null}
        onRetry={() => void list.refetch()}
        onOpen={onOpen}
        settings={settings}
        empty={empty}
      />
      <div className="px-4 py-2">
        <Pager page={page} size={size} total={total} capped={capped} onChange={(next, nextSize) => change({ page: next, size: nextSize })} />
      </div>
    </Card>
  )
}
