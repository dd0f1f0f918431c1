import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, splitField } from './field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'children'> &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'className' | 'children'> & {
    value: string
    onChange: (value: string) => void
    /** The classes for its height and padding. */
    controlClassName?: string
  }

/** A labelled text input of several lines. */
export function TextArea({ value, onChange, controlClassName = 'py-1.5!', ...others }: Props) {
  const { field, control: area } = splitField(others)
  return (
    <Field {...field}>
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
