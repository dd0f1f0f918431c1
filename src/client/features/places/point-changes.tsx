import { useState } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { formatInstant } from '#client/ui/instant.ts'
import { listQuery, tableState } from '#client/ui/list/list-query.ts'
import { Pager } from '#client/ui/list/pager.tsx'
import { type Column, DataTable } from '#client/ui/list/table.tsx'
import { useInnerList } from '#client/ui/list/use-inner-list.ts'
import { EmptyState } from '#client/ui/status.tsx'
import type { ChangedDevice } from '#shared/day-lists.ts'
import type { DeviceState } from '#shared/devices.ts'
import { placeColumns, serialColumn, useChangeColumns } from './change-columns.tsx'
import type { PlaceFilter } from './place-filter.ts'

const pageSize = 20
type Props = { place: PlaceFilter; days: readonly [string, string]; state: DeviceState | undefined }

/** Every change of state on those days, the newest first: states before and after, cause, user. */
export function DayChangesList({ place, days: [start, end], state }: Props) {
  const say = useWord()
  const [narrow, setNarrow] = useState(false)
  const { page, size, change } = useInnerList('point', pageSize)
  const request = { ...place, start, end, ...(narrow && state ? { state } : {}), page, size }
  const list = trpc.charts.dayChanges.useQuery(request, listQuery)
  const columns: Column<ChangedDevice>[] = [
    serialColumn<ChangedDevice>(),
    ...useChangeColumns<ChangedDevice>((row) => row),
    ...placeColumns<ChangedDevice>(),
  ]
  const { timeZone } = useSession()
  const { totalCapped: capped = false, searchedFrom } = list.data ?? {}
  const caption = say('drawer.changes', { count: `${formatNumber(list.data?.totalCount)}${capped ? '+' : ''}` })
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{caption}</h3>
        {state && (
          <OnlyState
            state={state}
            checked={narrow}
            onChange={(next) => {
              setNarrow(next)
              change({ page: 1 })
            }}
          />
        )}
      </div>
      <DataTable<ChangedDevice>
        caption={caption}
        columns={columns}
        rowKey={(row) => row.eventId}
        size={10}
        {...tableState(list)}
        empty={<EmptyState title={say('drawer.noChanges')} />}
      />
      {searchedFrom && (
        <p className="text-muted">{say('drawer.searchedFrom', { time: formatInstant(searchedFrom, timeZone) })}</p>
      )}
      <Pager
        page={page}
        size={size}
        total={list.data?.totalCount}
        capped={capped}
        onChange={(nextPage, nextSize) => change({ page: nextPage, size: nextSize })}
      />
    </div>
  )
}

type OnlyStateProps = { state: DeviceState; checked: boolean; onChange: (checked: boolean) => void }

/** Show only the changes from or to a state. */
function OnlyState({ state, checked, onChange }: OnlyStateProps) {
  const say = useWord()
  return (
    <label className="flex items-center gap-1.5">
      <input type="checkbox" className="accent-(--accent-fill)" checked={checked} onChange={() => onChange(!checked)} />
      {say('drawer.onlyState', { state: say(`device.state.${state}`) })}
    </label>
  )
}
