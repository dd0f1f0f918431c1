import { CalendarDays } from 'lucide-react'
import { labelled } from '#client/i18n.ts'
import { DateRange, type DateShortcut } from '#client/ui/date-range.tsx'
import { Field } from '#client/ui/field.tsx'
import type { Day } from '#shared/dates.ts'

type Props = {
  label: string
  /** The text shown without a range of days. */
  any: string
  value: readonly [Day, Day] | null | undefined
  /** The initial range of days. */
  start: readonly [Day, Day]
  max?: Day
  shortcuts: readonly DateShortcut[]
  onChange: (range: [Day, Day]) => void
}

/** Filter a list by a range of days, applied at once; its chip removes the filter. */
export const DayRangeFilter = ({ label, any, value, start, max, shortcuts, onChange }: Props) =>
  value ? (
    <div className="lg:col-span-3">
      <DateRange label={label} value={value} shortcuts={shortcuts} onChange={onChange} max={max} />
    </div>
  ) : (
    <Field label={label}>
      {({ id }) => (
        <button
          id={id}
          type="button"
          aria-label={labelled(label, any)}
          className="control flex items-center justify-between gap-2 text-muted"
          onClick={() => onChange([start[0], start[1]])}
        >
          <span className="truncate">{any}</span>
          <CalendarDays aria-hidden className="size-4 shrink-0" />
        </button>
      )}
    </Field>
  )

/** Return the text of a chip for a range of days. */
export const daysText = (range: readonly [Day, Day] | null | undefined): string | undefined =>
  range ? (range[0] === range[1] ? range[0] : `${range[0]} – ${range[1]}`) : undefined
