import { useEffect, useRef, useState } from 'react'

/** How long after the last key a text counts, in milliseconds. */
const pause = 300

/** `replace`: the text goes on with what was typed a moment ago, so that one word is one entry of the history. */
export type OnSearch = (text: string | undefined, way?: { replace: boolean }) => void

/** The text in a search field: it counts a moment after the last key, or at once when it is sent; what the address says replaces it whenever that changes. */
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

  /** False = the text counts already. */
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
    // Half a Chinese word is Latin letters that nobody looks for.
    if (!isComposing.current) timer.current = setTimeout(() => apply(typed), pause)
  }
  return {
    text,
    send: () => apply(text),
    clear: () => {
      setText('')
      apply('')
    },
    /** Forgets what does not count yet. */
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
