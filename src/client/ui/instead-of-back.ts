import { useEffect, useRef } from 'react'

type Held = { current: (leave: () => void) => void }

/** What answers to Back: forms of the page below, open dialogs above; only the last one answers. */
const held: Held[] = []
/** The entry of the history to which the user has decided to go. */
let leavingFor: string | null = null

async function leave(navigation: Navigation, key: string): Promise<void> {
  leavingFor = key
  // Refused when the entry is gone, or when another navigation comes first.
  await navigation.traverseTo(key).finished?.catch(() => undefined)
  leavingFor = null
}

/**
 * While `on`, Back and Forward of the browser call `close` instead, as Escape does; `leave` goes there nevertheless. A
 * browser keeps the page only once for each action of the user on it, so that no page can hold them.
 */
export function useInsteadOfBack(on: boolean, close: (leave: () => void) => void): void {
  useHeldBack(on, close)
}

/**
 * The same for a form of the page, also when the page itself goes back: dialogs above it answer first, and an address
 * that does not lose the input is opened without a question.
 */
export function useInsteadOfLeaving(on: boolean, ask: (leave: () => void) => void, loses: (to: URL) => boolean): void {
  useHeldBack(on, ask, loses)
}

function useHeldBack(on: boolean, answer: Held['current'], loses?: (to: URL) => boolean): void {
  const latest = useRef(answer)
  const latestLoses = useRef(loses)
  useEffect(() => {
    latest.current = answer
    latestLoses.current = loses
  })
  const isPage = loses !== undefined
  useEffect(() => {
    if (!on || !('navigation' in window)) return
    const { navigation } = window
    if (isPage) held.unshift(latest)
    else held.push(latest)
    const keep = (event: NavigateEvent) => {
      // A screen that goes back by itself closes its dialogs by itself.
      if (event.navigationType !== 'traverse' || !event.cancelable || !(event.userInitiated || isPage)) return
      const { key, url } = event.destination
      if (key === leavingFor || latestLoses.current?.(new URL(url ?? location.href)) === false) return
      event.preventDefault()
      if (held.at(-1) === latest) latest.current(() => void leave(navigation, key))
    }
    navigation.addEventListener('navigate', keep)
    return () => {
      held.splice(held.indexOf(latest), 1)
      navigation.removeEventListener('navigate', keep)
    }
  }, [on, isPage])
}
