import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { Check, ChevronDown } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldControl } from './field.tsx'

export type Choice<Value extends string | number> = { value: Value; label: string; mark?: ReactNode }

type SelectProps<Value extends string | number> = {
  label: string
  /** null = no choice made. */
  value: Value | null
  options: readonly Choice<Value>[]
  onChange: (value: Value | null) => void
  /** The words for null, for example 不限; without it null cannot be chosen again. */
  emptyLabel?: string
  help?: ReactNode
  error?: string | null
  required?: boolean
  disabled?: boolean
  /** Only for screen readers. */
  labelHidden?: boolean
  labelClassName?: string
  className?: string
}

function openWithEnter(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-expanded') === 'true') return
  event.preventDefault()
  event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

/** One of a few choices that are all known; for many or remote ones use `Combobox`. */
export function Select<Value extends string | number>({
  value,
  options,
  onChange,
  emptyLabel,
  disabled,
  labelHidden,
  className,
  ...field
}: SelectProps<Value>) {
  const say = useWord()
  const chosen = options.find((option) => option.value === value)
  // A button has no `aria-required`; the mark beside the label says it.
  const list = ({ 'aria-required': _, ...control }: Partial<FieldControl> = {}) => (
    <Listbox value={value} onChange={onChange} disabled={disabled}>
      <ListboxButton
        {...control}
        aria-label={labelHidden ? `${field.label}: ${chosen?.label ?? emptyLabel ?? ''}` : undefined}
        // The library sends the form of a closed list with Enter; here Enter opens it, as the arrow keys do.
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
        anchor={{ to: 'bottom start', gap: 4 }}
        className="popover max-h-72! min-w-(--button-width)"
      >
        {emptyLabel !== undefined && <Row value={null} label={emptyLabel} />}
        {options.map((option) => (
          <Row key={option.value} value={option.value} label={option.label} mark={option.mark} />
        ))}
      </ListboxOptions>
    </Listbox>
  )
  if (labelHidden) return <div className={className}>{list()}</div>
  return (
    <Field {...field} className={className}>
      {list}
    </Field>
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
