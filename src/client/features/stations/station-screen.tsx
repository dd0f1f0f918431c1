import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ListCard } from '#client/features/places/list-card.tsx'
import { useListView } from '#client/features/places/list-view.ts'
import { PlaceSearch } from '#client/features/places/place-search.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { Column } from '#client/ui/table.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import type { StationRow } from '#shared/stations.ts'
import { StationDialog } from './station-dialog.tsx'

const unsorted: readonly never[] = []
type Open = { station: StationRow | null } | null

/** Stations, which group the people of a base: find, add, rename, delete; the number of people leads to them. */
export function StationScreen() {
  const say = useWord()
  const utils = trpc.useUtils()
  const { view, change } = useListView(unsorted)
  const [open, setOpen] = useState<Open>(null)
  const { name, page, size } = view
  const list = trpc.stations.find.useQuery({ name, page, size }, { placeholderData: keepPreviousData, meta: { silent: true } })
  const { mutate: remove } = trpc.stations.delete.useMutation({
    onSuccess: () => toastSuccess(say('stations.deleted')),
    onSettled: () => utils.stations.invalidate(),
  })
  const columns = useMemo((): Column<StationRow>[] => {
    const ask = async ({ id, name: station, users }: StationRow) => {
      if (users > 0) toastError(say('stations.inUse', { count: formatNumber(users) }))
      else if (await askConfirm({ message: say('stations.deleteAsk', { name: station }), danger: true })) remove({ id })
    }
    return [
      { key: 'name', title: say('stations.name'), fixed: true, cell: (row) => row.name },
      { key: 'company', title: say('stations.company'), cell: (row) => row.company },
      {
        key: 'users',
        title: say('stations.users'),
        align: 'end',
        cell: (row) =>
          row.users === 0 ? (
            '0'
          ) : (
            <AppLink
              href={`/user/index?id=${row.id}`}
              aria-label={say('stations.openUsers', { name: row.name, count: row.users })}
              className="text-accent underline-offset-2 hover:underline"
            >
              {formatNumber(row.users)}
            </AppLink>
          ),
      },
      { key: 'updated', title: say('stations.updated'), cell: (row) => <span className="figures">{row.updateTimeStr}</span> },
      {
        key: 'actions',
        title: say('stations.actions'),
        fixed: true,
        sticky: 'end',
        cell: (row) => (
          <span className="flex">
            <Button
              variant="quiet"
              size="sm"
              className="-ml-2 text-accent!"
              aria-label={`${say('stations.edit')} ${row.name}`}
              onClick={() => setOpen({ station: row })}
            >
              {say('stations.edit')}
            </Button>
            <Button variant="quiet" size="sm" className="text-danger!" aria-label={`${say('stations.delete')} ${row.name}`} onClick={() => void ask(row)}>
              {say('stations.delete')}
            </Button>
          </span>
        ),
      },
    ]
  }, [say, remove])
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-lg font-semibold">{say('route.stations')}</h1>
      <ListCard<StationRow>
        title={say('stations.list')}
        name="stations"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        size={size}
        change={change}
        onOpen={(station) => setOpen({ station })}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen({ station: null })}>
            {say('stations.add')}
          </Button>
        }
        filters={<PlaceSearch label={say('stations.search')} applied={name} onSearch={(part) => change({ name: part, page: 1 })} />}
        empty={<EmptyState title={say(name ? 'stations.noMatch' : 'stations.none')} help={name ? undefined : say('stations.noneHelp')} />}
      />
      {open && <StationDialog station={open.station} onClose={() => setOpen(null)} />}
    </div>
  )
}
