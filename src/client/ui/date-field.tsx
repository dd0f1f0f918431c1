import { type ReactNode, useState } from 'react'
import type { Day } from '#shared/dates.ts'
import { CalendarButton, type DayLimits, DayText } from './day-input.tsx'
import { Field, type FieldControl } from './field.tsx'
import type { Rules } from './typed-text.tsx'

export type DateBoxProps = {
  label: string
  help?: string | undefined
  error?: string | null
  required?: boolean
  className?: string
}
export type DateFieldProps = DateBoxProps & {
  /** '' = nothing. */
  value: string
  onChange: (value: string) => void
  name?: string
  disabled?: boolean
  autoComplete?: string
  maxLength?: number | undefined
  placeholder?: string | undefined
  onBlur?: (event: { relatedTarget: EventTarget | null }) => void
  'data-autofocus'?: boolean
}

/** The style of the input inside the box. */
export const dateInput = 'min-h-7.5 min-w-0 flex-1 bg-transparent outline-none'

/** A label above a box with an input and the button of its calendar. */
export function DateBox({
  label,
  help,
  error,
  required,
  className,
  children,
}: DateBoxProps & { children: (control: FieldControl & Pick<Rules, 'onWrong'>) => ReactNode }) {
  const [wrong, setWrong] = useState<string | null>(null)
  return (
    <Field
      label={label}
      help={help}
      error={wrong ?? error ?? null}
      required={required ?? false}
      {...(className ? { className } : {})}
    >
      {(control) => (
        <span
          className="control figures relative flex items-center gap-1 py-0! pr-1!"
          aria-invalid={control['aria-invalid']}
        >
          {children({ ...control, onWrong: setWrong })}
        </span>
      )}
    </Field>
  )
}

/** A labelled day: typed, or chosen from a calendar in the language of the console. */
export function DateField(props: DayLimits & DateFieldProps) {
  const { label, value, onChange, help: _, error: __, required: ___, className: ____, min, max, ...input } = props
  return (
    <DateBox {...props}>
      {(control) => (
        <>
          <DayText
            {...input}
            {...control}
            min={min}
            max={max}
            value={value}
            onChange={onChange}
            className={dateInput}
          />
          <CalendarButton
            label={label}
            disabled={input.disabled}
            min={min}
            max={max}
            chosen={value === '' ? null : [value, value]}
            onChoose={(day: Day) => {
              onChange(day)
              return false
            }}
          />
        </>
      )}
    </DateBox>
  )
}
