import { type FormEvent, useEffect, useState } from 'react'

/** The text in a search field: what was typed until it is sent, and what the address says whenever that changes. */
export function useTypedSearch(applied: string | undefined, onSearch: (text: string | undefined) => void) {
  const [text, setText] = useState(applied ?? '')
  useEffect(() => setText(applied ?? ''), [applied])
  return {
    text,
    setText,
    submit: (event: FormEvent) => {
      event.preventDefault()
      onSearch(text.trim() || undefined)
    },
    clear: () => {
      setText('')
      onSearch(undefined)
    },
  }
}
