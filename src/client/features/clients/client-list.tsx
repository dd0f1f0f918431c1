import { keepPreviousData } from '@tanstack/react-query'
import { AsOfBesideTabs } from '#client/features/devices/as-of-line.tsx'
import { BinButton } from '#client/features/places/bin-button.tsx'
import { NoPlaces } from '#client/features/places/no-places.tsx'
import { PlaceExport } from '#client/features/places/place-export.tsx'
import { usePlaceColumns } from '#client/features/places/use-place-columns.tsx'
import { language, say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import type { ChangeView, ListView } from '#client/ui/list/address-view.ts'
import { declareOwnTable, type ListToolProps } from '#client/ui/list/declare-list.ts'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { ListScreen } from '#client/ui/list/list-screen.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { ClientFilters, type ClientRow, clientColumns } from '#shared/places.ts'
import { ClientRankings } from './client-rankings.tsx'
import { useDeleteClient } from './use-delete-client.ts'

const ClientDialog = lazyPart(async () => (await import('./client-dialog.tsx')).ClientDialog)
const ClientBinDialog = lazyPart(async () => (await import('./client-bin-dialog.tsx')).ClientBinDialog)

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
  Beside: AsOfBesideTabs,
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

const placeTable = {
  nameTitle: () => say('places.clientName'),
  more: (): Column<ClientRow>[] => [
    { key: 'company', title: say('places.base'), sortable: true, cell: (row) => row.company },
  ],
  hrefOf: clientHref,
  filterOf: (row: ClientRow) => ({ clientId: row.id }),
}

function useClientTable(open: (row: ClientRow) => void) {
  const { ask: remove, dialog } = useDeleteClient(doNothing)
  const columns = usePlaceColumns<ClientRow>(placeTable, { open, remove })
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
      {mayAdd && <BinButton Dialog={ClientBinDialog} />}
    </>
  )
}

/** The table lacks some fields of the form, so load the client. */
function EditClient({ id, onClose }: { id: number; onClose: () => void }) {
  const place = trpc.clients.get.useQuery({ id })
  return place.data ? <ClientDialog client={place.data} onClose={onClose} /> : null
}
