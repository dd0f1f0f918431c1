import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { isOpen } from './calendar-days.ts'

export type TypedTextProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max' | 'type'> & {
  /** '' = nothing. */
  value: string
  onChange: (value: string) => void
}
export type Rules = {
  /** Return the value of a complete text; null = it is incomplete or does not exist. */
  parse: (text: string) => string | null
  /** The same once the user has left the field, for a text that then is complete enough. */
  finish?: (text: string) => string | null
  fits?: (value: string) => boolean
  /** What is wrong with a text: null = it is no value, else its value does not fit. */
  wrongText: (value: string | null) => string
  /** Keep a wrong text when the user leaves the field, and say what is wrong with it; null = nothing any more. */
  onWrong?: ((problem: string | null) => void) | undefined
}

/**
 * A text input for a value that can be typed in several ways, such as a day. A complete value is applied at once, and
 * its text is left as it was typed until blur. An invalid one stays and is reported by `onWrong`, which stops the form,
 * or else is reset to the last valid value on blur.
 */
export function TypedText({
  value,
  onChange,
  parse,
  finish = parse,
  fits = () => true,
  wrongText,
  onWrong,
  onBlur,
  onKeyDown,
  ...input
}: TypedTextProps & Rules) {
  const [text, setText] = useState(value)
  const tell = useRef(onWrong)
  /** The value of the text that is being typed. */
  const typed = useRef<string | null>(null)
  useEffect(() => {
    tell.current = onWrong
  })
  useEffect(() => {
    if (value !== typed.current) {
      typed.current = null
      setText(value)
    }
    tell.current?.(null)
  }, [value])
  const apply = (next: string | null) => {
    if (next !== null && next !== value && (next === '' || fits(next))) onChange(next)
  }
  const finished = finish(text)
  const wrong = text.trim() !== '' && (finished === null || !fits(finished))
  return (
    <input
      autoComplete="off"
      title={wrong ? wrongText(finished) : undefined}
      data-wrong={(wrong && onWrong !== undefined) || undefined}
      {...input}
      type="text"
      inputMode="numeric"
      aria-invalid={wrong || input['aria-invalid'] || undefined}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onWrong?.(null)
        const { value: next } = event.target
        typed.current = next.trim() === '' ? '' : isOpen(next) ? null : parse(next)
        apply(typed.current)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && wrong) onWrong?.(wrongText(finished))
        onKeyDown?.(event)
      }}
      onBlur={(event) => {
        typed.current = null
        if (wrong && onWrong) onWrong(wrongText(finished))
        else {
          setText(wrong || finished === null ? value : finished)
          apply(finished)
        }
        onBlur?.(event)
      }}
    />
  )
}
