import { useEffect, useRef } from 'react'
import { isPageCovered } from '#client/ui/covered.ts'
import { beginTypingAhead } from './typed-ahead.ts'

/** `soon`: the modifier key is down, so that the palette can be loaded before the first letter is typed. */
type Shortcuts = { soon: () => void; palette: () => void; keys: () => void; menu: () => void }

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** Handle Ctrl or ⌘ with K or B anywhere, and `?` outside text inputs; nothing while a dialog covers the page. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') latest.current.soon()
      const withControl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      const key = event.key.toLowerCase()
      const chosen =
        withControl && key === 'k'
          ? 'palette'
          : withControl && key === 'b'
            ? 'menu'
            : event.key === '?' && !isTyping(event.target)
              ? 'keys'
              : null
      if (!chosen || isPageCovered()) return
      event.preventDefault()
      if (chosen === 'palette') beginTypingAhead()
      latest.current[chosen]()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The name of the modifier key on this computer. */
export const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
