import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import type { Day } from '#shared/dates.ts'
import { Button } from './button.tsx'
import { CalendarButton, DayText } from './day-input.tsx'

export type DateShortcut = { key: string; label: string; range: readonly [Day, Day] }
type DateRangeProps = {
  label: string
  /** Both days are included. */
  value: readonly [Day, Day]
  onChange: (value: [Day, Day]) => void
  /** The latest day that can be chosen, usually the business date. */
  max?: Day
  shortcuts: readonly DateShortcut[]
  error?: string | null
}

/**
 * Two days with shortcuts, typed or chosen one after the other in one calendar. An end before the start moves the other
 * day too, so that the range is always valid.
 */
export function DateRange({ label, value: [from, to], onChange, max, shortcuts, error }: DateRangeProps) {
  const say = useWord()
  // The first day chosen in the calendar, until the second one is chosen.
  const [begun, setBegun] = useState<Day | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const problem = wrong ?? error
  const change = (nextFrom: string, nextTo: string, moved: 'from' | 'to') => {
    if (nextFrom === '' || nextTo === '') return
    setBegun(null)
    if (nextFrom <= nextTo) onChange([nextFrom, nextTo])
    else onChange(moved === 'from' ? [nextFrom, nextFrom] : [nextTo, nextTo])
  }
  const choose = (day: Day): boolean => {
    if (begun === null) {
      setBegun(day)
      return true
    }
    setBegun(null)
    onChange(begun <= day ? [begun, day] : [day, begun])
    return false
  }
  // Ten digits and hyphens need 9.1 to 9.5 ch, by font: a wider field would separate the first day from its dash.
  const input = 'w-[9.5ch] min-w-0 bg-transparent outline-none max-sm:flex-1'
  return (
    <fieldset className="grid min-w-0 content-start gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:gap-x-1">
        <span
          className="control figures relative flex w-auto! items-center gap-1 py-0! pr-1! max-sm:basis-full"
          aria-invalid={problem ? true : undefined}
        >
          <DayText
            aria-label={say('dates.from')}
            className={`min-h-7.5 ${input}`}
            value={from}
            max={max}
            onChange={(day) => change(day, to, 'from')}
            onWrong={setWrong}
          />
          <span aria-hidden className="me-1 text-muted">
            –
          </span>
          <DayText
            aria-label={say('dates.to')}
            className={`min-h-7.5 ${input}`}
            value={to}
            max={max}
            onChange={(day) => change(from, day, 'to')}
            onWrong={setWrong}
          />
          <CalendarButton
            label={label}
            max={max}
            chosen={begun === null ? [from, to] : [begun, begun]}
            onChoose={choose}
          />
        </span>
        <Shortcuts shortcuts={shortcuts} value={[from, to]} onChange={onChange} />
      </div>
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** The buttons for usual ranges. */
const Shortcuts = ({
  shortcuts,
  value: [from, to],
  onChange,
}: Pick<DateRangeProps, 'shortcuts' | 'value' | 'onChange'>) => (
  <span className="flex flex-wrap max-sm:basis-full">
    {shortcuts.map(({ key, label: name, range }) => (
      <Button
        key={key}
        variant="quiet"
        size="sm"
        aria-pressed={from === range[0] && to === range[1]}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        onClick={() => onChange([range[0], range[1]])}
      >
        {name}
      </Button>
    ))}
  </span>
)
