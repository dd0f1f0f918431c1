import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAddress } from '#client/features/feeds/use-address.ts'
import { ListCard } from '#client/features/places/list-card.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { traceStatuses } from '#shared/device-detail.ts'
import { Id } from '#shared/paging.ts'
import type { TraceRow } from '#shared/traces.ts'
import { traceFilterNames } from './trace-address.ts'
import { traceColumns } from './trace-columns.tsx'
import { TraceDialog } from './trace-dialog.tsx'
import { TraceDrawer } from './trace-drawer.tsx'
import { TraceFilters } from './trace-filters.tsx'

/** Beyond the documented columns: shown once somebody has chosen them. */
const laterColumns = ['town', 'person']

const allowed = { status: traceStatuses }

/** What was measured on testees and found out about devices, and whether it is published. */
export function TraceScreen() {
  const say = useWord()
  const { view, change } = useAddress(traceFilterNames, allowed)
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
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const columns = useMemo(() => traceColumns(({ id }) => setShown(id)), [])
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.traces')}</h1>
      <ListCard<TraceRow>
        title={say('traces.list')}
        name="traces"
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        page={view.page}
        size={view.size}
        change={change}
        hiddenAtFirst={laterColumns}
        onOpen={(row) => setShown(row.id)}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            {say('traces.add')}
          </Button>
        }
        filters={<TraceFilters view={view} onChange={(patch) => change({ ...patch, page: 1 })} />}
        empty={filtered ? undefined : <EmptyState title={say('traces.empty')} />}
      />
      {adding && <TraceDialog trace={null} testeeId={testeeId ?? null} onClose={() => setAdding(false)} />}
      {shown !== null && <TraceDrawer id={shown} onClose={() => setShown(null)} />}
    </div>
  )
}
