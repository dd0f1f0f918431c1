import { type ComponentProps, useEffect, useState } from 'react'

export type TypedTextProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max' | 'type'> & {
  /** '' = nothing. */
  value: string
  onChange: (value: string) => void
}
type Rules = {
  /** Return the value of a complete text; null = it is incomplete or does not exist. */
  parse: (text: string) => string | null
  /** The same once the user has left the field, for a text that then is complete enough. */
  finish?: (text: string) => string | null
  fits?: (value: string) => boolean
  wrongText: string
}

/**
 * A text input for a value that can be typed in several ways, such as a day. A complete value is applied at once; an
 * invalid one is reset to the last valid value on blur.
 */
export function TypedText({
  value,
  onChange,
  parse,
  finish = parse,
  fits = () => true,
  wrongText,
  onBlur,
  ...input
}: TypedTextProps & Rules) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const apply = (next: string | null) => {
    if (next !== null && next !== value && (next === '' || fits(next))) onChange(next)
  }
  const finished = finish(text)
  const wrong = text.trim() !== '' && (finished === null || !fits(finished))
  return (
    <input
      autoComplete="off"
      title={wrong ? wrongText : undefined}
      {...input}
      type="text"
      inputMode="numeric"
      aria-invalid={wrong || input['aria-invalid'] || undefined}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        apply(event.target.value.trim() === '' ? '' : parse(event.target.value))
      }}
      onBlur={(event) => {
        setText(wrong || finished === null ? value : finished)
        apply(finished)
        onBlur?.(event)
      }}
    />
  )
}
