import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { listQuery, tableState } from '#client/ui/list/list-query.ts'
import { Pager } from '#client/ui/list/pager.tsx'
import { type Column, DataTable } from '#client/ui/list/table.tsx'
import { useInnerList } from '#client/ui/list/use-inner-list.ts'
import { StateTag } from '#client/ui/state-tag.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { DayDevice, DayPart } from '#shared/day-lists.ts'
import { placeColumns, serialColumn, useChangeColumns } from './change-columns.tsx'
import type { PlaceFilter } from './place-filter.ts'

const pageSize = 20

/** The devices that a point counts; their number equals the value of the point. */
export function DayDevicesList({
  place,
  day,
  part,
  name,
}: {
  place: PlaceFilter
  day: string
  part: DayPart
  name: string
}) {
  const say = useWord()
  const { page, size, change } = useInnerList('point', pageSize)
  const list = trpc.charts.dayDevices.useQuery({ ...place, day, part, page, size }, listQuery)
  const columns: Column<DayDevice>[] = [
    serialColumn<DayDevice>(),
    { key: 'state', title: say('device.column.state'), cell: (row) => <StateTag state={row.state} /> },
    ...useChangeColumns<DayDevice>((row) => row.change),
    ...placeColumns<DayDevice>(),
    { key: 'hash', title: say('device.column.hashRate'), cell: (row) => formatNumber(row.hashAvg), align: 'end' },
  ]
  const caption = say('drawer.devices', { part: name, count: formatNumber(list.data?.totalCount) })
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-medium">{caption}</h3>
      <DataTable<DayDevice>
        caption={caption}
        columns={columns}
        rowKey={(row) => row.deviceId}
        size={10}
        {...tableState(list)}
        empty={<EmptyState title={say('drawer.noDevices')} />}
      />
      <Pager
        page={page}
        size={size}
        total={list.data?.totalCount}
        onChange={(nextPage, nextSize) => change({ page: nextPage, size: nextSize })}
      />
    </div>
  )
}
