import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { Check, ChevronDown } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { labelled, useWord } from '#client/i18n.ts'
import { useErrorBelow } from './below-error.ts'
import { classNames } from './class-names.ts'
import { useDescribed } from './described.ts'
import { Field, type FieldControl } from './field.tsx'

export type Choice<Value extends string | number> = { value: Value; label: string; mark?: ReactNode }

type SelectProps<Value extends string | number> = {
  label: string
  /** null = nothing chosen. */
  value: Value | null
  options: readonly Choice<Value>[]
  onChange: (value: Value | null) => void
  /** The text of the option for null, for example 不限; without it null cannot be chosen again. */
  emptyLabel?: string
  help?: ReactNode
  error?: string | null
  required?: boolean
  disabled?: boolean
  'data-autofocus'?: true | undefined
  /** Show the label only to screen readers. */
  labelHidden?: boolean
  labelClassName?: string
  className?: string
}

function openWithEnter(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-expanded') === 'true') return
  event.preventDefault()
  event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

/** A choice of one among a few known options; for many options, or options from the server, use `Combobox`. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { label, help, error, required, labelHidden, labelClassName, className } = props
  if (labelHidden)
    return (
      <div className={className}>
        <Box {...props} />
      </div>
    )
  return (
    <Field {...{ label, help, error, required, labelClassName, className }}>
      {(control) => <Box {...props} control={control} />}
    </Field>
  )
}

type BoxProps<Value extends string | number> = SelectProps<Value> & { control?: FieldControl }

function Box<Value extends string | number>({
  label,
  value,
  options,
  onChange,
  emptyLabel,
  disabled,
  labelHidden,
  control: given,
  'data-autofocus': focused,
}: BoxProps<Value>) {
  const say = useWord()
  const errorHeight = useErrorBelow(given?.id)
  useDescribed(given)
  const chosen = options.find((option) => option.value === value)
  // A button does not support `aria-required`; the mark beside the label says it.
  const { 'aria-required': _, ...control }: Partial<FieldControl> = given ?? {}
  return (
    <Listbox value={value} onChange={onChange} disabled={disabled}>
      <ListboxButton
        {...control}
        data-autofocus={focused}
        aria-label={labelHidden ? labelled(label, chosen?.label ?? emptyLabel ?? '') : undefined}
        // In the library Enter on a closed list submits the form; here Enter opens the list, like the arrow keys.
        onKeyDown={openWithEnter}
        className="control flex items-center justify-between gap-2"
      >
        <span className={classNames('flex min-w-0 items-center gap-1.5', !chosen && 'text-muted')}>
          {chosen?.mark}
          <span className="truncate">{chosen?.label ?? emptyLabel ?? say('ui.choose')}</span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </ListboxButton>
      <ListboxOptions
        modal={false}
        anchor={{ to: 'bottom start', gap: 4 + errorHeight }}
        className="popover max-h-72! min-w-(--button-width)"
      >
        {emptyLabel !== undefined && <Row value={null} label={emptyLabel} />}
        {options.map((option) => (
          <Row key={option.value} value={option.value} label={option.label} mark={option.mark} />
        ))}
      </ListboxOptions>
    </Listbox>
  )
}

function Row<Value extends string | number>({
  value,
  label,
  mark,
}: {
  value: Value | null
  label: string
  mark?: ReactNode
}) {
  return (
    <ListboxOption value={value} className="option group">
      <Check aria-hidden className="invisible size-4 shrink-0 group-data-selected:visible" />
      {mark}
      <span className="truncate">{label}</span>
    </ListboxOption>
  )
}
