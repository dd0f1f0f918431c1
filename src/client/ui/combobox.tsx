import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { createStore } from '#client/external-store.ts'
import { labelled, say, useWord } from '#client/i18n.ts'
import { onFirstInput } from '#client/on-first-input.ts'
import type { ComboboxBox } from './combobox-box.tsx'
import {
  ClearButton,
  type ComboboxProps,
  comboboxButtonStyle,
  comboboxInputStyle,
  comboboxName,
  comboboxStyle,
} from './combobox-parts.tsx'
import { Field, type FieldControl } from './field.tsx'
import { toastError } from './toast.ts'

/** The component of the open list is large, and no field needs it before a user is about to use it. */
const loaded = createStore<typeof ComboboxBox | null>(null)
let loading: Promise<void> | null = null
function load(): Promise<void> {
  loading ??= import('./combobox-box.tsx').then(
    (part) => loaded.set(part.ComboboxBox),
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
onFirstInput(() => void load().catch(() => undefined))
/**
 * Load for a field in use: a failure is shown, because the field has no choices; leaving the field and returning tries
 * again.
 */
const loadAsked = () => void load().catch(() => toastError(say('crash.unloaded')))

/** A choice of one among many options, found by typing. */
export function Combobox<Value extends string | number>(props: ComboboxProps<Value>) {
  const { labelHidden, label, help, error, required, className } = props
  if (labelHidden) return <div className={className}>{<Box {...props} />}</div>
  return (
    <Field label={label} help={help} error={error} required={required} className={className}>
      {(control) => <Box {...props} control={control} />}
    </Field>
  )
}

type BoxProps<Value extends string | number> = ComboboxProps<Value> & { control?: FieldControl }

/** The field, or a placeholder that looks the same and keeps the typed text until the field's script is loaded. */
function Box<Value extends string | number>(props: BoxProps<Value>) {
  const Loaded = loaded.useStored()
  const [begun, setBegun] = useState<string | null>(null)
  // Do not replace the placeholder while an input method composes: the unfinished Chinese word would be lost.
  const [composes, setComposes] = useState(false)
  if (Loaded !== null && !composes) return <Loaded {...props} begun={begun} />
  return <Waiting {...props} begun={begun} onBegin={setBegun} onCompose={setComposes} />
}

type WaitingProps<Value extends string | number> = BoxProps<Value> & {
  begun: string | null
  onBegin: (typed: string | null) => void
  onCompose: (composes: boolean) => void
}

function Waiting<Value extends string | number>({ control, begun, onBegin, onCompose, ...props }: WaitingProps<Value>) {
  const sayWord = useWord()
  const { label, value, options, chosenLabel, placeholder, clearable = true, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={comboboxStyle} aria-invalid={control?.['aria-invalid']}>
      <input
        {...control}
        ref={input}
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        aria-label={control ? undefined : label}
        autoComplete="off"
        disabled={disabled}
        value={begun || comboboxName(value, options, chosenLabel)}
        placeholder={placeholder ?? sayWord('ui.unlimited')}
        className={comboboxInputStyle}
        onFocus={({ currentTarget: field }) => {
          onBegin('')
          field.select()
          loadAsked()
        }}
        onBlur={() => onBegin(null)}
        onChange={({ target }) => onBegin(target.value)}
        onCompositionStart={() => onCompose(true)}
        onCompositionEnd={() => onCompose(false)}
      />
      {clearable && value !== null && !disabled && <ClearButton label={label} onClear={() => props.onChange(null)} />}
      <button
        type="button"
        tabIndex={-1}
        aria-label={labelled(sayWord('ui.openChoices'), label)}
        disabled={disabled}
        className={comboboxButtonStyle}
        onClick={() => input.current?.focus()}
      >
        <ChevronDown aria-hidden className="size-4" />
      </button>
    </span>
  )
}
