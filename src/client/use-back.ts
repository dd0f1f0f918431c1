import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useBare } from './bare.ts'

/** Return how many history entries this screen has added: searched periods, opened points. */
export function depthHere(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0
}

/**
 * Return the number of our pages before this one. The length of the history also counts earlier pages of the tab: an
 * empty tab, another site.
 */
const pagesBefore = (): number =>
  'navigation' in window ? (window.navigation.currentEntry?.index ?? 0) : history.length - 1

/**
 * Return the function to go back: to the page before, or to the list if there is none (a shared link). null = no back
 * button: the screen is bare, or is inside another one.
 * @param listPath null = not known yet; going back then waits for it
 */
export function useBack(listPath: string | null, embedded: boolean): (() => void) | null {
  const bare = useBare()
  const [, navigate] = useLocation()
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!leaving || listPath === null) return
    // A form of the page may ask, and stay.
    setLeaving(false)
    navigate(listPath)
  }, [leaving, navigate, listPath])
  const go = useCallback(() => {
    const steps = depthHere() + 1
    if (pagesBefore() >= steps) history.go(-steps)
    else setLeaving(true)
  }, [])
  return embedded || bare ? null : go
}
