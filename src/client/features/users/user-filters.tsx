import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { DayRangeFilter, daysText } from '#client/ui/list/day-range-filter.tsx'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import type { Day } from '#shared/dates.ts'
import { dropdownSize } from '#shared/paging.ts'
import { createdPatch, defaultRange, type UserView } from './user-address.ts'

/** `created` = the range of creation days that is shown. */
type Props = {
  view: UserView
  created: readonly [Day, Day] | null
  busy: boolean
  change: (patch: Partial<UserView>, way?: { replace: boolean }) => void
  today: Day
}

/** Filters for name and creation time; the time and the station in the address can be cleared. */
export function UserFilters({ view, created, busy, change, today }: Props) {
  const say = useWord()
  const stations = trpc.stations.find.useQuery({ page: 1, size: dropdownSize }, { enabled: view.id !== undefined })
  const station = stations.data?.data.find(({ id }) => id === view.id)
  const setCreated = (range: readonly [Day, Day] | null) => change({ ...createdPatch(range, today), page: 1 })
  const chips = [
    ...chipOf('created', say('users.createTime'), daysText(created), () => setCreated(null)),
    ...chipOf(
      'id',
      view.id === undefined ? '' : say('users.ofGroup', { id: station?.name ?? view.id }),
      view.id && '',
      () => change({ id: undefined, page: 1 }),
    ),
  ]
  return (
    <FilterFrame
      search={{
        label: say('users.search'),
        applied: view.name,
        onSearch: (name, way) => change({ name, page: 1 }, way),
      }}
      fields={
        <DayRangeFilter
          label={say('users.createTime')}
          any={say('users.anyTime')}
          value={created}
          start={defaultRange(today)}
          max={today}
          shortcuts={[{ key: 'thirty', label: say('users.lastThirtyDays'), range: defaultRange(today) }]}
          onChange={setCreated}
        />
      }
      chips={chips}
      busy={busy}
      onClean={() => change({ name: undefined, id: undefined, ...createdPatch(null, today), page: 1 })}
    />
  )
}
