import { ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Combobox as HeadlessCombobox } from '@headlessui/react'
import { Check, ChevronDown, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Field, type FieldControl } from './field.tsx'
import type { Choice } from './select.tsx'

/** Choices shown at once; more are found by typing. */
const shownChoices = 200
const searchDelay = 250

type ComboboxProps<Value extends string | number> = {
  label: string
  value: Value | null
  options: readonly Choice<Value>[]
  onChange: (value: Value | null) => void
  /** Searches elsewhere: called with the typed text, a quarter of a second after the last key. Without it the given options are filtered here. */
  onSearch?: (text: string) => void
  /** The name of the chosen value when it is not among the options, for example from a shared link. */
  chosenLabel?: string
  loading?: boolean
  placeholder?: string
  /** Offers a cross that makes the value null. Default true. */
  clearable?: boolean
  help?: ReactNode
  error?: string | null
  required?: boolean
  disabled?: boolean
  labelHidden?: boolean
  className?: string
}

/** One of many choices, found by typing. */
export function Combobox<Value extends string | number>(props: ComboboxProps<Value>) {
  const { labelHidden, label, help, error, required, className } = props
  if (labelHidden) return <div className={className}>{<Box {...props} />}</div>
  return (
    <Field label={label} help={help} error={error} required={required} className={className}>
      {(control) => <Box {...props} control={control} />}
    </Field>
  )
}

function Box<Value extends string | number>({
  label,
  value,
  options,
  onChange,
  onSearch,
  chosenLabel,
  loading = false,
  placeholder,
  clearable = true,
  disabled,
  control,
}: ComboboxProps<Value> & { control?: FieldControl }) {
  const say = useWord()
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!onSearch) return
    const timer = setTimeout(() => onSearch(typed.trim()), typed === '' ? 0 : searchDelay)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  const wanted = typed.trim().toLowerCase()
  const matching = onSearch || wanted === '' ? options : options.filter((option) => option.label.toLowerCase().includes(wanted))
  const shown = matching.slice(0, shownChoices)
  // A closed field that kept the focus opens as one that gets it, and what is typed takes the place of the choice.
  const openAgain = ({ currentTarget: input }: MouseEvent<HTMLInputElement>) => {
    if (input.ariaExpanded !== 'true') input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    if (typed === '') input.select()
  }
  const nameOf = (chosen: Value | null) => (chosen === null ? '' : (options.find((option) => option.value === chosen)?.label ?? chosenLabel ?? ''))
  return (
    <HeadlessCombobox value={value} onChange={onChange} onClose={() => setTyped('')} disabled={disabled} immediate>
      <span className="control flex items-center gap-1 py-0! pr-1!" aria-invalid={control?.['aria-invalid']}>
        <ComboboxInput<Value | null>
          {...control}
          aria-label={control ? undefined : label}
          autoComplete="off"
          displayValue={nameOf}
          onChange={(event) => setTyped(event.target.value)}
          onClick={openAgain}
          placeholder={placeholder ?? say('ui.unlimited')}
          className="min-h-7.5 min-w-0 flex-1 truncate bg-transparent outline-none"
        />
        {clearable && value !== null && !disabled && (
          <button
            type="button"
            aria-label={`${say('ui.clearChoice')}: ${label}`}
            className="grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
            onClick={() => onChange(null)}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )}
        <ComboboxButton aria-label={`${say('ui.openChoices')}: ${label}`} className="grid size-6 place-items-center text-muted">
          <ChevronDown aria-hidden className="size-4" />
        </ComboboxButton>
      </span>
      <ComboboxOptions
        modal={false}
        anchor={{ to: 'bottom start', gap: 6, offset: -11 }}
        className="popover max-h-72! w-[calc(var(--input-width)+4.5rem)] min-w-48 empty:hidden"
      >
        {shown.map((option) => (
          <ComboboxOption key={option.value} value={option.value} className="option group">
            <Check aria-hidden className="invisible size-4 shrink-0 group-data-selected:visible" />
            {option.mark}
            <span className="truncate">{option.label}</span>
          </ComboboxOption>
        ))}
        {shown.length === 0 && <Note>{loading ? say('ui.loading') : say('ui.noChoice')}</Note>}
        {matching.length > shownChoices && <Note>{say('ui.moreChoices', { count: shownChoices })}</Note>}
      </ComboboxOptions>
    </HeadlessCombobox>
  )
}

// An option that cannot be chosen: a list box may hold nothing else.
const Note = ({ children }: { children: ReactNode }) => (
  <ComboboxOption value={null} disabled className="px-2 py-1.5 text-muted">
    {children}
  </ComboboxOption>
)
