import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { labelled, useWord } from '#client/i18n.ts'
import type { Choice } from './select.tsx'

export type ComboboxProps<Value extends string | number> = {
  label: string
  value: Value | null
  options: readonly Choice<Value>[]
  onChange: (value: Value | null) => void
  /**
   * Search on the server: called with the typed text, a quarter of a second after the last key. Without it the field
   * filters the given options.
   */
  onSearch?: (text: string) => void
  /** The name of the chosen value if it is not among the options, for example from a shared link. */
  chosenLabel?: string
  loading?: boolean
  placeholder?: string
  /** Show a cross that clears the value to null. Default true. */
  clearable?: boolean
  help?: ReactNode
  error?: string | null
  required?: boolean
  disabled?: boolean
  labelHidden?: boolean
  className?: string
}

/**
 * The styles shared by the field and its placeholder, so that nothing moves when the field replaces the placeholder.
 */
export const comboboxStyle = 'control flex items-center gap-1 py-0! pr-1!'
export const comboboxInputStyle = 'min-h-7.5 min-w-0 flex-1 truncate bg-transparent outline-none'
export const comboboxButtonStyle = 'grid size-6 place-items-center text-muted'

/** Return the name of the chosen value. */
export const comboboxName = <Value extends string | number>(
  chosen: Value | null,
  options: readonly Choice<Value>[],
  chosenLabel: string | undefined,
): string => (chosen === null ? '' : (options.find((option) => option.value === chosen)?.label ?? chosenLabel ?? ''))

export function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  const say = useWord()
  return (
    <button
      type="button"
      aria-label={labelled(say('ui.clearChoice'), label)}
      className="grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
      onClick={onClear}
    >
      <X aria-hidden className="size-3.5" />
    </button>
  )
}
