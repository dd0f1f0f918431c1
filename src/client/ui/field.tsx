import { type ComponentProps, type ReactNode, useId } from 'react'
import { useWord } from '#client/i18n.ts'
import { classNames } from './class-names.ts'

/** The attributes for the control inside a field. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type FieldProps = {
  label: string
  /** Range, unit or source, below the control. */
  help?: ReactNode
  error?: string | null
  required?: boolean
  className?: string
  /** For a label that a wide table shows once, above its column. */
  labelClassName?: string
  children: (control: FieldControl) => ReactNode
}

/** A label above a control, and help or an error below it, connected for screen readers. */
export function Field({ label, help, error, required = false, className, labelClassName, children }: FieldProps) {
  const say = useWord()
  const id = useId()
  const described = classNames(help ? `${id}-help` : null, error && `${id}-error`)
  return (
    <div className={classNames('grid min-w-0 grid-cols-1 content-start gap-1', className)}>
      <label htmlFor={id} className={classNames('font-medium', labelClassName)}>
        {label}
        {required && (
          <span className="text-danger" title={say('ui.required')}>
            <span aria-hidden> *</span>
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** Separate the properties of a labelled field from those of its control. */
export const splitField = <Control extends object>({
  label,
  help,
  error,
  required,
  className,
  labelClassName,
  ...control
}: Omit<FieldProps, 'children'> & Control) => ({
  field: { label, help, error, required, className, labelClassName },
  control,
})

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'children'> & {
    value: string
    onChange: (value: string) => void
    /** Shown inside the control, at its end. */
    unit?: ReactNode
    /** A button or icon inside the control, at its end. */
    trailing?: ReactNode
    leading?: ReactNode
  }

/** A labelled text input of one line, or a number input. */
export function TextField({ value, onChange, unit, trailing, leading, ...others }: TextFieldProps) {
  const { field, control: input } = splitField(others)
  return (
    <Field {...field}>
      {(control) => (
        <span className="control flex items-center gap-2 py-0!" aria-invalid={control['aria-invalid']}>
          {leading}
          <input
            {...input}
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="min-h-7.5 min-w-0 flex-1 bg-transparent outline-none"
          />
          {unit && <span className="text-muted">{unit}</span>}
          {trailing}
        </span>
      )}
    </Field>
  )
}
