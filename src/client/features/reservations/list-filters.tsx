import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { DateRange, type DateShortcut } from '#client/ui/date-range.tsx'
import { TextField } from '#client/ui/field.tsx'
import { type Choice, Select } from '#client/ui/select.tsx'
import { type Day, isDay } from '#shared/dates.ts'

/** Text, days and choices of a list; a field that is left out is not shown. */
export type ListFilter = { name?: string; from?: string; to?: string; state?: string; type?: string; company?: string }
type Choices = { label: string; options: readonly Choice<string>[] }
type Props = {
  view: ListFilter
  search: string
  days: { label: string; any: string; shortcuts: readonly DateShortcut[]; start: [Day, Day] }
  state: Choices
  type: Choices
  /** Left out where there is only one. */
  company?: Choices | undefined
  onSearch: (filter: ListFilter) => void
}

/** The two days of an address, where both are days. */
export const rangeOf = ({ from, to }: ListFilter): [Day, Day] | undefined =>
  from !== undefined && to !== undefined && isDay(from) && isDay(to) && from <= to ? [from, to] : undefined

/** Filters of a list; they count after "search". */
export function ListFilters({ view, search, days, state, type, company, onSearch }: Props) {
  const say = useWord()
  const [draft, setDraft] = useState<ListFilter>(view)
  useEffect(() => setDraft(view), [view])
  const range = rangeOf(draft)
  const change = (patch: ListFilter) => setDraft((before) => ({ ...before, ...patch }))
  const setRange = ([from, to]: [Day, Day]) => change({ from, to })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch({ ...draft, name: draft.name?.trim() ?? '' })
  }
  const choice = (field: 'state' | 'type' | 'company', { label, options }: Choices) => (
    <Select
      label={label}
      className="w-40"
      value={draft[field] || null}
      emptyLabel={say('ui.unlimited')}
      options={options}
      onChange={(value) => change({ [field]: value ?? '' })}
    />
  )
  return (
    <search className="border-b border-line px-4 py-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField
          label={search}
          className="w-72 max-w-full"
          type="search"
          maxLength={64}
          value={draft.name ?? ''}
          onChange={(name) => change({ name })}
          leading={<Search aria-hidden className="size-4 text-muted" />}
        />
        {company && choice('company', company)}
        {choice('state', state)}
        {choice('type', type)}
        {range === undefined ? (
          <Button className="max-sm:px-1" onClick={() => setRange(days.start)}>
            {days.label}: {days.any}
          </Button>
        ) : (
          <div className="flex flex-wrap items-end gap-1">
            <DateRange label={days.label} value={range} shortcuts={days.shortcuts} onChange={setRange} />
            <Button variant="quiet" icon={<X aria-hidden className="size-3.5" />} onClick={() => onSearch({ ...draft, from: '', to: '' })}>
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
