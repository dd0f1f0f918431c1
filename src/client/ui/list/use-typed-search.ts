import { useEffect, useRef, useState } from 'react'

/** The time from the last key until a text is applied, in milliseconds. */
const pause = 300

/** `replace`: the text continues one typed a moment ago, so that one word makes one entry in the history. */
export type OnSearch = (text: string | undefined, way?: { replace: boolean }) => void

/** Apply typed texts after a pause or at once; `onReplace` gets the text of the address when something else sets it. */
function useApplied(applied: string | undefined, onReplace: (text: string) => void, onSearch: OnSearch) {
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  const sent = useRef(applied)
  const isTyping = useRef(false)
  const isComposing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (applied === sent.current) return
    sent.current = applied
    isTyping.current = false
    clearTimeout(timer.current)
    onReplace(applied ?? '')
  }, [applied, onReplace])

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
    apply,
    wait,
    cancel: () => clearTimeout(timer.current),
    endWord: () => {
      isTyping.current = false
    },
    setComposing: (composing: boolean) => {
      isComposing.current = composing
    },
  }
}

/**
 * The text in a search field: it is applied a moment after the last key, or at once on submit; a new text in the
 * address replaces it.
 */
export function useTypedSearch(applied: string | undefined, onSearch: OnSearch) {
  const now = applied || undefined
  const [text, setText] = useState(now ?? '')
  const { apply, wait, cancel, endWord, setComposing } = useApplied(now, setText, onSearch)
  return {
    text,
    send: () => apply(text),
    clear: () => {
      setText('')
      apply('')
    },
    /** Discard typed text that is not applied yet. */
    drop: () => {
      cancel()
      setText('')
    },
    field: {
      value: text,
      onChange: (typed: string) => {
        setText(typed)
        wait(typed)
      },
      onBlur: endWord,
      onCompositionStart: () => setComposing(true),
      onCompositionEnd: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
        setComposing(false)
        wait(value)
      },
    },
  }
}
