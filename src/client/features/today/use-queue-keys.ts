import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '#client/frame/shortcuts.ts'
import { isPageCovered } from '#client/ui/covered.ts'

type QueueKeys = {
  /** E: act on the row with this key, or on the selection when no row has the focus (null). */
  act: (key: string | null) => void
  select: (key: string) => void
  /** A key moved the focus to the row with this key; `isHeld` = the key is held down. */
  move: (key: string, isHeld: boolean) => unknown
  /** Escape: close the details beside the list, or else clear the selection. */
  close: () => void
}

/** The buttons that open the rows of a list. */
export const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-need]') ?? [])]

/** Return the index of the row that gets the focus by a key; null = the key does not move it. */
function movedTo(key: string, at: number, count: number): number | null {
  if (at < 0) return key === 'j' || key === 'k' ? 0 : null
  const to: Record<string, number> = {
    j: at + 1,
    k: at - 1,
    arrowdown: at + 1,
    arrowup: at - 1,
    home: 0,
    end: count - 1,
  }
  const next = to[key]
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next))
}

/**
 * Keys of a list: J and K move, X selects, E acts, Escape closes the details or clears the selection; in a row also ↑,
 * ↓, Home and End move, as in tables. Enter opens a row, because each row is a button. The keys are inactive while a
 * dialog covers the page or a text is typed.
 */
export function useQueueKeys(list: RefObject<HTMLElement | null>, keys: QueueKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const withModifier = event.ctrlKey || event.metaKey || event.altKey
      if (withModifier || isTyping(event.target) || isPageCovered()) return
      const rows = rowsIn(list.current)
      const focused = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-need]') ?? null
      const at = focused ? rows.indexOf(focused) : -1
      const here = rows[at]?.dataset.need ?? null
      const key = event.key.toLowerCase()
      const to = movedTo(key, at, rows.length)
      if (to !== null) {
        const next = rows[to]
        next?.focus()
        next?.scrollIntoView({ block: 'nearest' })
        if (next?.dataset.need !== undefined) latest.current.move(next.dataset.need, event.repeat)
      } else if (key === 'x' && here !== null) latest.current.select(here)
      else if (key === 'e') latest.current.act(here)
      else if (key === 'escape') latest.current.close()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [list])
}
