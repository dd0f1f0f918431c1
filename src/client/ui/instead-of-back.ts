import { useEffect, useRef } from 'react'

/** The open dialogs; only the last one, which is over the others, answers to Back. */
const open: object[] = []

/**
 * While `on`, Back and Forward of the browser call `close` instead, as Escape does. A browser keeps the page only once
 * for each action of the user on it, so that no page can hold them.
 */
export function useInsteadOfBack(on: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!on || !('navigation' in window)) return
    const { navigation } = window
    open.push(latest)
    const keep = (event: NavigateEvent) => {
      // A screen that goes back by itself closes its dialogs by itself.
      if (event.navigationType !== 'traverse' || !event.userInitiated || !event.cancelable) return
      event.preventDefault()
      if (open.at(-1) === latest) latest.current()
    }
    navigation.addEventListener('navigate', keep)
    return () => {
      open.splice(open.indexOf(latest), 1)
      navigation.removeEventListener('navigate', keep)
    }
  }, [on])
}
