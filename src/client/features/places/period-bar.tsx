import { type FormEvent, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { DateRange } from '#client/ui/date-range.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Period, periods } from '#shared/chart-choices.ts'
import { type Basis, bases } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import { type Span, shortcutsOf } from './period.ts'

type Props = {
  applied: Span
  newest: Day
  basis: Basis
  busy: boolean
  /** Search; also called when nothing changed, to ask again. */
  onSearch: (span: Span) => void
  onBasis: (basis: Basis) => void
}

/** Period and days count after "search"; the basis of the rates at once. */
export function PeriodBar({ applied, newest, basis, busy, onSearch, onBasis }: Props) {
  const say = useWord()
  const [draft, setDraft] = useState(applied)
  const [from, to] = applied.range
  // Back, or a shared link, may change the span from outside.
  useEffect(() => setDraft({ period: applied.period, range: [from, to] }), [applied.period, from, to])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(draft)
  }
  const shortcuts = shortcutsOf(draft.period, newest).map(({ word, range }) => ({
    key: word,
    label: say(`period.${word}`),
    range,
  }))
  const choosePeriod = (period: Period | null) => {
    if (period === null) return
    // Months by seven days would be one point.
    const range = period === draft.period ? draft.range : shortcutsOf(period, newest)[period === 'month' ? 2 : 0]?.range
    setDraft({ period, range: range ?? draft.range })
  }
  return (
    <search className="rounded-md border border-line bg-surface p-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Select
          label={say('period.name')}
          className="w-28"
          value={draft.period}
          options={periods.map((period) => ({ value: period, label: say(`period.${period}`) }))}
          onChange={choosePeriod}
        />
        <DateRange
          label={say('period.range')}
          value={draft.range}
          max={newest}
          shortcuts={shortcuts}
          onChange={(range) => setDraft({ ...draft, range })}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {say('ui.search')}
        </Button>
        <Select
          label={say('period.basis')}
          className="w-40 max-sm:w-full sm:ml-auto"
          value={basis}
          options={bases.map((value) => ({ value, label: say(`basis.${value}`) }))}
          onChange={(next) => next !== null && onBasis(next)}
        />
      </form>
    </search>
  )
}
