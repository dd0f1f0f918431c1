import { useWord } from '#client/i18n.ts'
import type { Day } from '#shared/dates.ts'
import { Button } from './button.tsx'

export type DateShortcut = { key: string; label: string; range: readonly [Day, Day] }
type DateRangeProps = {
  label: string
  /** Both inclusive. */
  value: readonly [Day, Day]
  onChange: (value: [Day, Day]) => void
  /** The newest day that makes sense, usually the business date. */
  max?: Day
  shortcuts: readonly DateShortcut[]
  error?: string | null
}

/** Two days with shortcuts. An end before the start moves the other one along, so that the range always holds. */
export function DateRange({ label, value: [from, to], onChange, max, shortcuts, error }: DateRangeProps) {
  const say = useWord()
  const change = (nextFrom: string, nextTo: string, moved: 'from' | 'to') => {
    if (nextFrom === '' || nextTo === '') return
    if (nextFrom <= nextTo) onChange([nextFrom, nextTo])
    else onChange(moved === 'from' ? [nextFrom, nextFrom] : [nextTo, nextTo])
  }
  return (
    <fieldset className="grid min-w-0 content-start gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:gap-x-1">
        <input
          type="date"
          aria-label={say('dates.from')}
          aria-invalid={error ? true : undefined}
          className="control figures w-36! max-sm:w-auto! max-sm:min-w-0 max-sm:flex-1 max-sm:px-2!"
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
          className="control figures w-36! max-sm:w-auto! max-sm:min-w-0 max-sm:flex-1 max-sm:px-2!"
          value={to}
          max={max}
          onChange={(event) => change(from, event.target.value, 'to')}
        />
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
      </div>
      {error && <p className="text-xs text-danger">{error}</p>}
    </fieldset>
  )
}
