import { useId } from 'react'
import { useWord } from '#client/i18n.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { Button } from './button.tsx'

type DateRangeProps = {
  label: string
  /** Both inclusive; null = not chosen. */
  value: readonly [Day, Day] | null
  onChange: (value: [Day, Day] | null) => void
  /** The newest day that makes sense, usually the business date; shortcuts end there. */
  max?: Day
  /** Lengths in days offered as shortcuts. */
  shortcuts?: readonly number[]
}

/** Two days with shortcuts. An end before the start moves the other one along, so that the range always holds. */
export function DateRange({ label, value, onChange, max, shortcuts = [7, 30, 90] }: DateRangeProps) {
  const say = useWord()
  const id = useId()
  const [from, to] = value ?? ['', '']
  const change = (nextFrom: string, nextTo: string, moved: 'from' | 'to') => {
    if (nextFrom === '' || nextTo === '') {
      const only = nextFrom || nextTo
      onChange(only === '' ? null : [only, only])
    } else if (nextFrom <= nextTo) onChange([nextFrom, nextTo])
    else onChange(moved === 'from' ? [nextFrom, nextFrom] : [nextTo, nextTo])
  }
  return (
    <fieldset className="grid content-start gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="date"
          aria-label={say('dates.from')}
          id={`${id}-from`}
          className="control figures w-36!"
          value={from}
          max={max}
          onChange={(event) => change(event.target.value, to, 'from')}
        />
        <span aria-hidden className="text-muted">
          –
        </span>
        <input
          type="date"
          aria-label={say('dates.to')}
          id={`${id}-to`}
          className="control figures w-36!"
          value={to}
          max={max}
          onChange={(event) => change(from, event.target.value, 'to')}
        />
        {max !== undefined &&
          shortcuts.map((days) => {
            const start = addDays(max, 1 - days)
            const current = from === start && to === max
            return (
              <Button
                key={days}
                variant="quiet"
                aria-pressed={current}
                className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
                onClick={() => onChange([start, max])}
              >
                {say('dates.lastDays', { days })}
              </Button>
            )
          })}
      </div>
    </fieldset>
  )
}
