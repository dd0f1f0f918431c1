import { useMemo } from 'react'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { declareOwnTable } from '#client/ui/list/declare-list.ts'
import { listQuery } from '#client/ui/list/list-query.ts'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import { TraceFilters as Filters } from '#shared/traces.ts'
import { traceColumns } from './trace-columns.tsx'
import { TraceDrawer } from './trace-drawer.tsx'
import { TraceFilters } from './trace-filters.tsx'

const TraceDialog = lazyPart(async () => (await import('./trace-dialog.tsx')).TraceDialog)

const traces = declareOwnTable({
  name: 'traces',
  words: 'traces',
  heading: 'route.traces',
  filters: Filters,
  useRows: (request) => trpc.traces.find.useQuery(request, listQuery),
  useTable: (open) => ({ columns: useMemo(() => traceColumns(open), [open]) }),
  // Columns that are not documented are hidden at first.
  hiddenAtFirst: ['town', 'person'],
  Filters: TraceFilters,
  Add: ({ view, onClose }) => <TraceDialog trace={null} testeeId={view.testeeId ?? null} onClose={onClose} />,
  Detail: TraceDrawer,
})

/** Measurements of testees and findings about devices, with their publication status. */
export const TraceScreen = () => <ListScreen list={traces} />
