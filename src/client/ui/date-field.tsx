import type { Day } from '#shared/dates.ts'
import { CalendarButton, type DayLimits, DayText } from './day-input.tsx'
import { Field } from './field.tsx'

type DateFieldProps = DayLimits & {
  label: string
  /** '' = no day. */
  value: string
  onChange: (day: string) => void
  name?: string
  help?: string | undefined
  error?: string | null
  required?: boolean
  disabled?: boolean
  className?: string
  autoComplete?: string
  maxLength?: number | undefined
  placeholder?: string | undefined
  onBlur?: (event: { relatedTarget: EventTarget | null }) => void
  'data-autofocus'?: boolean
}

/** A labelled day: typed, or chosen from a calendar in the language of the console. */
export function DateField({
  label,
  value,
  onChange,
  help,
  error,
  required,
  className,
  min,
  max,
  disabled,
  ...input
}: DateFieldProps) {
  return (
    <Field
      label={label}
      help={help}
      error={error ?? null}
      required={required ?? false}
      {...(className ? { className } : {})}
    >
      {(control) => (
        <span
          className="control figures relative flex items-center gap-1 py-0! pr-1!"
          aria-invalid={control['aria-invalid']}
        >
          <DayText
            {...input}
            {...control}
            disabled={disabled}
            min={min}
            max={max}
            value={value}
            onChange={onChange}
            className="min-h-7.5 min-w-0 flex-1 bg-transparent outline-none"
          />
          <CalendarButton
            label={label}
            disabled={disabled}
            min={min}
            max={max}
            chosen={value === '' ? null : [value, value]}
            onChoose={(day: Day) => {
              onChange(day)
              return false
            }}
          />
        </span>
      )}
    </Field>
  )
}
