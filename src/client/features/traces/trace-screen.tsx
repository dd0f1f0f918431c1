import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { ListCard } from '#client/ui/list/list-card.tsx'
import { listQuery } from '#client/ui/list/list-query.ts'
import { EmptyState } from '#client/ui/status.tsx'
import { TraceFilters as Filters, type TraceRow } from '#shared/traces.ts'
import { traceColumns } from './trace-columns.tsx'
import { TraceDrawer } from './trace-drawer.tsx'
import { TraceFilters } from './trace-filters.tsx'

const TraceDialog = lazyPart(async () => (await import('./trace-dialog.tsx')).TraceDialog)

/** Beyond the documented columns: shown once somebody has chosen them. */
const laterColumns = ['town', 'person']
const address = listAddress(Filters)

/** What was measured on testees and found out about devices, and whether it is published. */
export function TraceScreen() {
  const { view, change } = useAddressView(address)
  const [shown, setShown] = useState<number | null>(null)
  const [adding, setAdding] = useState(false)
  const list = trpc.traces.find.useQuery(view, listQuery)
  const { page: _page, size: _size, ...filters } = view
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const columns = useMemo(() => traceColumns(({ id }) => setShown(id)), [])
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.traces')}</h1>
      <ListCard<TraceRow>
        caption={say('traces.list')}
        name="traces"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        view={view}
        change={change}
        hiddenAtFirst={laterColumns}
        onOpen={(row) => setShown(row.id)}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            {say('traces.add')}
          </Button>
        }
        filters={<TraceFilters view={view} busy={list.isFetching} change={change} />}
        empty={isFiltered ? undefined : <EmptyState title={say('traces.none')} />}
      />
      {adding && <TraceDialog trace={null} testeeId={view.testeeId ?? null} onClose={() => setAdding(false)} />}
      {shown !== null && <TraceDrawer id={shown} onClose={() => setShown(null)} />}
    </div>
  )
}
