import {
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Combobox as HeadlessCombobox,
} from '@headlessui/react'
import { Check, ChevronDown } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { labelled, useWord } from '#client/i18n.ts'
import { useErrorBelow } from './below-error.ts'
import {
  ClearButton,
  type ComboboxProps,
  comboboxButtonStyle,
  comboboxInputStyle,
  comboboxName,
  comboboxStyle,
} from './combobox-parts.tsx'
import { useDescribed } from './described.ts'
import type { FieldControl } from './field.tsx'
import type { Choice } from './select.tsx'

/** The most choices shown at once; typing finds the others. */
const shownChoices = 200
const searchDelay = 250

type ComboboxBoxProps<Value extends string | number> = ComboboxProps<Value> & {
  control?: FieldControl | undefined
  /**
   * The text already typed into the placeholder field that this one replaces; null = that field does not have the
   * focus.
   */
  begun: string | null
}

/** Take over the focus and the typed text of the placeholder field, as if this field had been there from the start. */
function useBegun(begun: string | null) {
  const input = useRef<HTMLInputElement>(null)
  const first = useRef(begun)
  useEffect(() => {
    const field = input.current
    if (first.current === null || field === null) return
    field.focus()
    if (first.current !== '') {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, first.current)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    } else field.select()
    first.current = null
  }, [])
  return input
}

/** The typed text; `onSearch` gets it a moment after the last key. */
function useSearched(onSearch: ((text: string) => void) | undefined) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!onSearch) return
    const timer = setTimeout(() => onSearch(typed.trim()), typed === '' ? 0 : searchDelay)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return [typed, setTyped] as const
}

// A click on a closed field that kept the focus also opens the list, and selects the text for typing.
function openAgain({ currentTarget: field }: MouseEvent<HTMLInputElement>, typed: string): void {
  if (field.ariaExpanded !== 'true')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  if (typed === '') field.select()
}

/** The field with its list of choices. */
export function ComboboxBox<Value extends string | number>({
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
  begun,
}: ComboboxBoxProps<Value>) {
  const say = useWord()
  const [typed, setTyped] = useSearched(onSearch)
  const input = useBegun(begun)
  const errorHeight = useErrorBelow(control?.id)
  useDescribed(control)
  const wanted = typed.trim().toLowerCase()
  const matching =
    onSearch || wanted === '' ? options : options.filter((option) => option.label.toLowerCase().includes(wanted))
  const shown = matching.slice(0, shownChoices)
  return (
    <HeadlessCombobox value={value} onChange={onChange} onClose={() => setTyped('')} disabled={disabled} immediate>
      <span className={comboboxStyle} aria-invalid={control?.['aria-invalid']}>
        <ComboboxInput<Value | null>
          {...control}
          ref={input}
          aria-label={control ? undefined : label}
          autoComplete="off"
          displayValue={(chosen) => comboboxName(chosen, options, chosenLabel)}
          onChange={(event) => setTyped(event.target.value)}
          onClick={(event) => openAgain(event, typed)}
          placeholder={placeholder ?? say('ui.unlimited')}
          className={comboboxInputStyle}
        />
        {clearable && value !== null && !disabled && <ClearButton label={label} onClear={() => onChange(null)} />}
        <ComboboxButton aria-label={labelled(say('ui.openChoices'), label)} className={comboboxButtonStyle}>
          <ChevronDown aria-hidden className="size-4" />
        </ComboboxButton>
      </span>
      <ComboboxOptions
        modal={false}
        anchor={{ to: 'bottom start', gap: 6 + errorHeight, offset: -11 }}
        className="popover max-h-72! w-[calc(var(--input-width)+4.5rem)] min-w-48 empty:hidden"
      >
        {shown.map((option) => (
          <Option key={option.value} option={option} />
        ))}
        {shown.length === 0 && <Note>{loading ? say('ui.loading') : say('ui.noChoice')}</Note>}
        {matching.length > shownChoices && <Note>{say('ui.moreChoices', { count: shownChoices })}</Note>}
      </ComboboxOptions>
    </HeadlessCombobox>
  )
}

const Option = ({ option }: { option: Choice<string | number> }) => (
  <ComboboxOption value={option.value} className="option group">
    <Check aria-hidden className="invisible size-4 shrink-0 group-data-selected:visible" />
    {option.mark}
    <span className="truncate">{option.label}</span>
  </ComboboxOption>
)

// An option that cannot be chosen: a list box may contain only options.
const Note = ({ children }: { children: ReactNode }) => (
  <ComboboxOption value={null} disabled className="px-2 py-1.5 text-muted">
    {children}
  </ComboboxOption>
)
