import { keepPreviousData } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { countColumns } from '#client/features/places/count-columns.tsx'
import { NoPlaces } from '#client/features/places/no-places.tsx'
import { actionColumn, nameColumn } from '#client/features/places/place-columns.tsx'
import { PlaceExport } from '#client/features/places/place-export.tsx'
import { useProvinceName } from '#client/features/places/use-province-name.ts'
import { language, say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import type { ChangeView, ListView } from '#client/ui/list/address-view.ts'
import { declareOwnTable, type ListToolProps } from '#client/ui/list/declare-list.ts'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { ClientFilters, type ClientRow, clientColumns } from '#shared/places.ts'
import { ClientRankings } from './client-rankings.tsx'
import { useDeleteClient } from './use-delete-client.ts'

const ClientDialog = lazyPart(async () => (await import('./client-dialog.tsx')).ClientDialog)
const BinDialog = lazyPart(async () => (await import('./bin-dialog.tsx')).BinDialog)

const doNothing = () => {}
const clientHref = (id: number): string => `/agent_detail/index?id=${id}`

type View = ListView<typeof ClientFilters>

const clients = declareOwnTable({
  name: 'clients',
  words: 'places',
  heading: 'route.client',
  caption: 'places.clients',
  addLabel: 'places.addClient',
  filters: ClientFilters,
  useRows: (request) => trpc.clients.find.useQuery(request, { placeholderData: keepPreviousData }),
  useTable: (open) => useClientTable(open),
  Beside: AsOfLine,
  Lead: ClientRankings,
  Filters: ClientBar,
  Empty: ({ isFiltered }) => <NoPlaces kind="clients" isFiltered={isFiltered} />,
  href: ({ id }) => clientHref(id),
  Form: ({ row, onClose }) =>
    row ? <EditClient id={row.id} onClose={onClose} /> : <ClientDialog client={null} onClose={onClose} />,
  useMayAdd: () => useMay('agent'),
  Tools: ClientTools,
})

/** The clients: charts of their devices, and the table. */
export const ClientList = () => <ListScreen list={clients} />

function useClientTable(open: (row: ClientRow) => void) {
  const provinceName = useProvinceName()
  const mayAdd = useMay('agent')
  const [, navigate] = useLocation()
  const { ask: remove, dialog } = useDeleteClient(doNothing)
  const columns = useMemo(
    (): Column<ClientRow>[] => [
      nameColumn<ClientRow>(say('places.clientName'), clientHref),
      { key: 'company', title: say('places.base'), sortable: true, cell: (row) => row.company },
      {
        key: 'province',
        title: say('places.province'),
        sortable: true,
        cell: (row) => provinceName(row.province) ?? '-',
      },
      ...countColumns<ClientRow>((row) => ({ clientId: row.id })),
      actionColumn<ClientRow>([
        { label: say('fleet.detail'), act: ({ id }) => navigate(clientHref(id)) },
        ...(mayAdd
          ? [
              { label: say('places.edit'), act: open },
              { label: say('places.delete'), act: remove, danger: true as const },
            ]
          : []),
      ]),
    ],
    [navigate, mayAdd, open, remove, provinceName],
  )
  return { columns, dialogs: dialog }
}

function ClientBar({ view, change, busy }: { view: View; change: ChangeView<View>; busy: boolean }) {
  return (
    <FilterFrame
      search={{
        label: say('places.searchClient'),
        applied: view.name,
        onSearch: (name, way) => change({ name, page: 1 }, way),
      }}
      busy={busy}
      onClean={() => change({ name: undefined, page: 1 })}
    />
  )
}

/** Export the list, and open the deleted clients. */
function ClientTools({ view, total, hidden, columns }: ListToolProps) {
  const mayExport = useMay('base_screen')
  const mayAdd = useMay('agent')
  const [isBinOpen, setBinOpen] = useState(false)
  const { name, orderColumn, orderWay } = view
  return (
    <>
      {mayExport && (
        <PlaceExport
          total={total}
          columns={columns}
          names={clientColumns}
          hidden={hidden}
          call={(shown, format) => ({
            method: 'POST',
            path: '/api/client/export',
            body: { name, orderColumn, orderWay, columns: shown, format, language },
            fallbackName: `${say('places.clientFile')}.${format}`,
          })}
        />
      )}
      {mayAdd && (
        <Button variant="quiet" icon={<Trash2 aria-hidden className="size-4" />} onClick={() => setBinOpen(true)}>
          {say('places.bin')}
        </Button>
      )}
      {isBinOpen && <BinDialog onClose={() => setBinOpen(false)} />}
    </>
  )
}

/** The table lacks some fields of the form, so load the client. */
function EditClient({ id, onClose }: { id: number; onClose: () => void }) {
  const place = trpc.clients.get.useQuery({ id })
  return place.data ? <ClientDialog client={place.data} onClose={onClose} /> : null
}
