import { useEffect, useRef, useState } from 'react'

/** The time from the last key until a text is applied, in milliseconds. */
const pause = 300

/** `replace`: the text continues one typed a moment ago, so that one word makes one entry in the history. */
export type OnSearch = (text: string | undefined, way?: { replace: boolean }) => void

/**
 * The text in a search field: it is applied a moment after the last key, or at once on submit; a new text in the
 * address replaces it.
 */
export function useTypedSearch(applied: string | undefined, onSearch: OnSearch) {
  const now = applied || undefined
  const [text, setText] = useState(now ?? '')
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  const sent = useRef(now)
  const isTyping = useRef(false)
  const isComposing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (now === sent.current) return
    sent.current = now
    isTyping.current = false
    clearTimeout(timer.current)
    setText(now ?? '')
  }, [now])

  /** Return false if the text is already applied. */
  const apply = (typed: string): boolean => {
    clearTimeout(timer.current)
    const next = typed.trim() || undefined
    if (next === sent.current) return false
    sent.current = next
    latest.current(next, { replace: isTyping.current })
    isTyping.current = true
    return true
  }
  const wait = (typed: string) => {
    clearTimeout(timer.current)
    // An unfinished Chinese word is Latin letters, which nobody searches for.
    if (!isComposing.current) timer.current = setTimeout(() => apply(typed), pause)
  }
  return {
    text,
    send: () => apply(text),
    clear: () => {
      setText('')
      apply('')
    },
    /** Discard typed text that is not applied yet. */
    drop: () => {
      clearTimeout(timer.current)
      setText('')
    },
    field: {
      value: text,
      onChange: (typed: string) => {
        setText(typed)
        wait(typed)
      },
      onBlur: () => {
        isTyping.current = false
      },
      onCompositionStart: () => {
        isComposing.current = true
      },
      onCompositionEnd: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
        isComposing.current = false
        wait(value)
      },
    },
  }
}
