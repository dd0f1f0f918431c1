import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DateRange } from '#client/ui/date-range.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { Day } from '#shared/dates.ts'
import { dropdownSize, longestSearch } from '#shared/paging.ts'
import { createdPatch, defaultRange, type UserView } from './user-view.ts'

/** `created` = the days on which those shown were entered. */
type Props = { view: UserView; created: readonly [Day, Day] | null; change: (patch: Partial<UserView>) => void; today: Day }

/** Name and time of creation count after "search"; the time can be given up. */
export function UserFilters({ view, created: applied, change, today }: Props) {
  const say = useWord()
  const [name, setName] = useState(view.name ?? '')
  const [created, setCreated] = useState(applied)
  const key = applied?.join() ?? ''
  useEffect(() => setName(view.name ?? ''), [view.name])
  useEffect(() => setCreated(key === '' ? null : [key.slice(0, 10), key.slice(11)]), [key])
  const stations = trpc.stations.find.useQuery({ page: 1, size: dropdownSize }, { enabled: view.id !== undefined })
  const station = stations.data?.data.find(({ id }) => id === view.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change({ name: name.trim(), ...createdPatch(created, today), page: 1 })
  }
  return (
    <search className="border-b border-line px-4 py-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField
          label={say('users.search')}
          className="w-64 max-w-full"
          type="search"
          maxLength={longestSearch}
          value={name}
          onChange={setName}
          leading={<Search aria-hidden className="size-4 text-muted" />}
        />
        {created === null ? (
          <Button aria-label={`${say('users.createTime')}: ${say('users.anyTime')}`} onClick={() => setCreated(defaultRange(today))}>
            {say('users.createTime')}: {say('users.anyTime')}
          </Button>
        ) : (
          <div className="flex flex-wrap items-end gap-1">
            <DateRange
              label={say('users.createTime')}
              value={created}
              max={today}
              shortcuts={[{ key: 'thirty', label: say('users.lastThirtyDays'), range: defaultRange(today) }]}
              onChange={setCreated}
            />
            <Button
              variant="quiet"
              icon={<X aria-hidden className="size-3.5" />}
              onClick={() => change({ name: name.trim(), ...createdPatch(null, today), page: 1 })}
            >
              {say('users.anyTime')}
            </Button>
          </div>
        )}
        <Button type="submit" variant="primary">
          {say('ui.search')}
        </Button>
        {view.id !== undefined && (
          <Button icon={<X aria-hidden className="size-3.5" />} title={say('users.groupClear')} onClick={() => change({ id: undefined, page: 1 })}>
            {say('users.ofGroup', { id: station?.name ?? view.id })}
          </Button>
        )}
      </form>
    </search>
  )
}
