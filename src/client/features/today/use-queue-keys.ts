import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '#client/frame/shortcuts.ts'
import { isPageCovered } from '#client/ui/covered.ts'

type QueueKeys = {
  /** E: act on the row with this key, or on the selection when no row has the focus (null). */
  act: (key: string | null) => void
  select: (key: string) => void
  /** J or K moved the focus to the row with this key; `isHeld` = the key is held down. */
  move: (key: string, isHeld: boolean) => unknown
  /** Escape: close the details beside the list. */
  close: () => void
}

/** The buttons that open the rows of a list. */
export const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-need]') ?? [])]

/**
 * Keys of a list: J and K move, X selects, E acts, Escape closes the details. Enter opens a row, because each row is a
 * button. The keys are inactive while a dialog covers the page or a text is typed.
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
      if (key === 'j' || key === 'k') {
        const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + (key === 'j' ? 1 : -1)))]
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
