import { say, useWord } from '#client/i18n.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { daysText } from '#client/ui/list/day-range-filter.tsx'
import { chipOf } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Period, periods } from '#shared/chart-choices.ts'
import { type Basis, bases } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import { defaultHistory, type HistoryView, rangeOf, shortcutsOf } from './period.ts'

type Choice = Pick<HistoryView, 'period' | 'range' | 'basis'>
type Props = {
  view: HistoryView
  newest: Day
  busy: boolean
  onChange: (patch: Partial<Choice>) => void
  onRefetch: () => void
}

const labelled = (shortcuts: ReturnType<typeof shortcutsOf>) =>
  shortcuts.map(({ word, range }) => ({ key: word, label: say(`period.${word}`), range }))

/** Period, days and basis of the charts; each change is applied at once. */
export function PeriodBar({ view, newest, busy, onChange, onRefetch }: Props) {
  const say = useWord()
  const { period, basis } = view
  const range = rangeOf(view, newest)
  const choosePeriod = (next: Period | null) => {
    if (next === null || next === period) return
    // The default range of seven days would be one point in a chart of months.
    onChange({ period: next, range: next === 'month' ? (shortcutsOf(next, newest)[2]?.range ?? null) : null })
  }
  const nameOf = (value: Basis) => say(`basis.${value}`)
  const chips = [
    ...chipOf('period', say('period.name'), period !== defaultHistory.period && say(`period.${period}`), () =>
      choosePeriod(defaultHistory.period),
    ),
    ...chipOf('range', say('period.range'), daysText(view.range), () => onChange({ range: null })),
    ...chipOf('basis', say('period.basis'), basis !== defaultHistory.basis && nameOf(basis), () =>
      onChange({ basis: defaultHistory.basis }),
    ),
  ]
  return (
    <FilterFrame
      framed
      shown={`${daysText(range)} · ${nameOf(basis)}`}
      fields={
        <>
          <Select
            label={say('period.name')}
            value={period}
            options={periods.map((value) => ({ value, label: say(`period.${value}`) }))}
            onChange={choosePeriod}
          />
          <div className="lg:col-span-3 xl:col-span-4">
            <DateRange
              label={say('period.range')}
              value={range}
              max={newest}
              shortcuts={labelled(shortcutsOf(period, newest))}
              onChange={(days) => onChange({ range: days })}
            />
          </div>
          <Select
            label={say('period.basis')}
            value={basis}
            options={bases.map((value) => ({ value, label: nameOf(value) }))}
            onChange={(next) => next !== null && onChange({ basis: next })}
          />
        </>
      }
      chips={chips}
      busy={busy}
      searchButton
      onRefetch={onRefetch}
      onClean={() => onChange(defaultHistory)}
    />
  )
}
