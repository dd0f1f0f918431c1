import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { DateRange, type DateShortcut } from '#client/ui/date-range.tsx'
import { TextField } from '#client/ui/field.tsx'
import { rangeIn } from '#client/ui/list/address-view.ts'
import { type Choice, Select } from '#client/ui/select.tsx'
import type { Day } from '#shared/dates.ts'
import { longestSearch } from '#shared/paging.ts'
import { roleOfLabel } from '#shared/permissions.ts'

/** Text, days and choices of a list. */
export type ListFilter<State, Type> = {
  name?: string | undefined
  from?: string | undefined
  to?: string | undefined
  state?: State | undefined
  type?: Type | undefined
  company?: number | undefined
}
type Choices<Value extends string | number> = { label: string; options: readonly Choice<Value>[] }
type Props<State extends string | number, Type extends string> = {
  view: ListFilter<State, Type>
  search: string
  days: { label: string; any: string; shortcuts: readonly DateShortcut[]; start: [Day, Day] }
  state: Choices<State>
  type: Choices<Type>
  /** Shown only where there is more than one. */
  company: Choices<number>
  onSearch: (filter: ListFilter<State, Type>) => void
}

/** Filters of a list; they count after "search". */
export function ListFilters<State extends string | number, Type extends string>(props: Props<State, Type>) {
  const { view, search, days, state, type, company, onSearch } = props
  const say = useWord()
  // Its place is kept for the role that has a choice, so that nothing moves when the companies come.
  const choosesCompany = roleOfLabel(useSession().nickName) === 'manager'
  const [draft, setDraft] = useState(view)
  useEffect(() => setDraft(view), [view])
  const range = rangeIn(draft)
  const change = (patch: ListFilter<State, Type>) => setDraft((before) => ({ ...before, ...patch }))
  const setRange = ([from, to]: [Day, Day]) => change({ from, to })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch({ ...draft, name: draft.name?.trim() })
  }
  const shared = { className: 'w-40', emptyLabel: say('ui.unlimited') }
  return (
    <search className="border-b border-line px-4 py-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField
          label={search}
          className="w-72 max-w-full"
          type="search"
          maxLength={longestSearch}
          value={draft.name ?? ''}
          onChange={(name) => change({ name })}
          leading={<Search aria-hidden className="size-4 text-muted" />}
        />
        {(company.options.length > 1 || (company.options.length === 0 && choosesCompany)) && (
          <Select {...shared} {...company} value={draft.company ?? null} onChange={(value) => change({ company: value ?? undefined })} />
        )}
        <Select {...shared} {...state} value={draft.state ?? null} onChange={(value) => change({ state: value ?? undefined })} />
        <Select {...shared} {...type} value={draft.type ?? null} onChange={(value) => change({ type: value ?? undefined })} />
        {range === undefined ? (
          <Button className="max-sm:px-1" onClick={() => setRange(days.start)}>
            {days.label}: {days.any}
          </Button>
        ) : (
          <div className="flex flex-wrap items-end gap-1">
            <DateRange label={days.label} value={range} shortcuts={days.shortcuts} onChange={setRange} />
            <Button variant="quiet" icon={<X aria-hidden className="size-3.5" />} onClick={() => onSearch({ ...draft, from: undefined, to: undefined })}>
              {days.any}
            </Button>
          </div>
        )}
        <Button type="submit" variant="primary">
          {say('ui.search')}
        </Button>
      </form>
    </search>
  )
}
