import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListTools } from '#client/features/views/list-tools.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { type Column, DataTable } from '#client/ui/table.tsx'
import { useTableSettings } from '#client/ui/table-settings.tsx'
import { traceStatuses } from '#shared/device-detail.ts'
import { Id } from '#shared/paging.ts'
import type { TraceRow } from '#shared/traces.ts'
import { traceFilterNames } from './trace-address.ts'
import { traceColumns } from './trace-columns.tsx'
import { TraceDialog } from './trace-dialog.tsx'
import { TraceDrawer } from './trace-drawer.tsx'
import { TraceFilters } from './trace-filters.tsx'

/** What was measured on testees and found out about devices, and whether it is published. */
export function TraceScreen() {
  const say = useWord()
  const { view, change } = useAddress(traceFilterNames)
  const settings = useTableSettings('traces')
  const [shown, setShown] = useState<number | null>(null)
  const [adding, setAdding] = useState(false)
  const testeeId = Id.safeParse(view.testeeId).data
  const filters = {
    name: view.name,
    status: traceStatuses.find((status) => String(status) === view.status),
    townId: Id.safeParse(view.townId).data,
    testeeId,
  }
  const list = trpc.traces.find.useQuery({ ...filters, page: view.page, size: view.size }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const total = list.data?.totalCount
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const columns = useMemo(
    (): Column<TraceRow>[] => [
      ...traceColumns(),
      {
        key: 'actions',
        title: say('traces.actions'),
        fixed: true,
        sticky: 'end',
        cell: (row) => (
          <Button variant="quiet" size="sm" className="text-accent!" onClick={() => setShown(row.id)}>
            {say('class.open')}
          </Button>
        ),
      },
    ],
    [say],
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.traces')}</h1>
      <Card
        title={total === undefined ? say('traces.list') : `${say('traces.list')} (${formatNumber(total)})`}
        padded={false}
        actions={
          <span className="flex flex-wrap items-center gap-1">
            <ListTools screen="traces" settings={settings} columns={columns} />
            <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
              {say('traces.add')}
            </Button>
          </span>
        }
      >
        <TraceFilters view={view} onChange={(patch) => change({ ...patch, page: 1 })} />
        <DataTable
          caption={say('traces.list')}
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => row.id}
          size={view.size}
          fetching={list.isFetching && (list.isPlaceholderData || list.isError)}
          error={list.error ? messageOf(list.error) : null}
          onRetry={() => void list.refetch()}
          onOpen={(row) => setShown(row.id)}
          settings={settings}
          {...(filtered ? {} : { empty: <EmptyState title={say('traces.empty')} /> })}
        />
        <div className="px-4 py-2">
          <Pager page={view.page} size={view.size} total={total} onChange={(page, size) => change({ page, size })} />
        </div>
      </Card>
      {adding && <TraceDialog trace={null} testeeId={testeeId ?? null} onClose={() => setAdding(false)} />}
      {shown !== null && <TraceDrawer id={shown} onClose={() => setShown(null)} />}
    </div>
  )
}
