import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'children'> &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'className' | 'children'> & {
    value: string
    onChange: (value: string) => void
    /** The classes for its height and padding. */
    controlClassName?: string
  }

/** A labelled text input of several lines. */
export function TextArea({
  label,
  help,
  error,
  required,
  className,
  labelClassName,
  value,
  onChange,
  controlClassName = 'py-1.5!',
  ...area
}: Props) {
  return (
    <Field
      label={label}
      help={help}
      error={error}
      required={required}
      className={className}
      labelClassName={labelClassName}
    >
      {(control) => (
        <textarea
          {...area}
          {...control}
          className={classNames('control', controlClassName)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
