import { keepPreviousData } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { countColumns } from '#client/features/places/count-columns.tsx'
import { NoPlaces } from '#client/features/places/no-places.tsx'
import { idIn } from '#client/features/places/period.ts'
import { actionColumn, nameColumn } from '#client/features/places/place-columns.tsx'
import { PlaceExport } from '#client/features/places/place-export.tsx'
import { useProvinceName } from '#client/features/places/use-province-name.ts'
import { language, say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { listAddress, useAddressView } from '#client/ui/list/address-view.ts'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { ListCard } from '#client/ui/list/list-card.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { useTableSettings } from '#client/ui/list/table-settings.tsx'
import { ClientFilters, type ClientRow, clientColumns } from '#shared/places.ts'
import { ClientCharts } from './client-charts.tsx'
import { ClientDetailScreen } from './client-detail-screen.tsx'
import { useDeleteClient } from './use-delete-client.ts'

const ClientDialog = lazyPart(async () => (await import('./client-dialog.tsx')).ClientDialog)

const BinDialog = lazyPart(async () => (await import('./bin-dialog.tsx')).BinDialog)
const address = listAddress(ClientFilters)
const doNothing = () => {}
const clientHref = (id: number): string => `/agent_detail/index?id=${id}`

/** The clients: who owns how much, and the table. With a client in the address, the overview of that client. */
export function ClientScreen() {
  const search = useSearch()
  const id = useMemo(() => idIn(new URLSearchParams(search), 'id', 'clientId'), [search])
  return id === undefined ? <ClientList /> : <ClientDetailScreen />
}

function ClientList() {
  const [, navigate] = useLocation()
  const mayExport = useMay('base_screen')
  const mayAdd = useMay('agent')
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<number | null>(null)
  const [isBinOpen, setBinOpen] = useState(false)
  const { ask: remove, dialog: deleting } = useDeleteClient(doNothing)
  const { view, change } = useAddressView(address)
  const list = trpc.clients.find.useQuery(view, { placeholderData: keepPreviousData })
  const settings = useTableSettings('clients')
  const columns = useClientColumns({ mayAdd, onEdit: setEditing, onDelete: remove })
  const { name, orderColumn, orderWay } = view
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-lg font-semibold">{say('route.client')}</h1>
        <AsOfLine />
      </header>
      <ClientCharts />
      <ListCard<ClientRow>
        caption={say('places.clients')}
        name="clients"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        view={view}
        change={change}
        onOpen={(row) => navigate(clientHref(row.id))}
        settings={settings}
        empty={<NoPlaces kind="clients" isFiltered={Boolean(view.name)} />}
        actions={
          <>
            {mayExport && (
              <PlaceExport
                total={list.data?.totalCount}
                columns={columns}
                names={clientColumns}
                hidden={settings.hidden}
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
            {mayAdd && (
              <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
                {say('places.addClient')}
              </Button>
            )}
          </>
        }
        filters={
          <FilterFrame
            search={{
              label: say('places.searchClient'),
              applied: view.name,
              onSearch: (next, way) => change({ name: next, page: 1 }, way),
            }}
            busy={list.isFetching}
            onClean={() => change({ name: undefined, page: 1 })}
          />
        }
      />
      {deleting}
      {isBinOpen && <BinDialog onClose={() => setBinOpen(false)} />}
      {adding && <ClientDialog client={null} onClose={() => setAdding(false)} />}
      {editing !== null && <EditClient id={editing} onClose={() => setEditing(null)} />}
    </div>
  )
}

type Actions = { mayAdd: boolean; onEdit: (id: number) => void; onDelete: (row: ClientRow) => void }

function useClientColumns({ mayAdd, onEdit, onDelete }: Actions): Column<ClientRow>[] {
  const provinceName = useProvinceName()
  const [, navigate] = useLocation()
  return useMemo(
    () => [
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
              { label: say('places.edit'), act: ({ id }: ClientRow) => onEdit(id) },
              { label: say('places.delete'), act: onDelete, danger: true as const },
            ]
          : []),
      ]),
    ],
    [navigate, mayAdd, onEdit, onDelete, provinceName],
  )
}

/** The table has not all that the form shows. */
function EditClient({ id, onClose }: { id: number; onClose: () => void }) {
  const place = trpc.clients.get.useQuery({ id })
  return place.data ? <ClientDialog client={place.data} onClose={onClose} /> : null
}
