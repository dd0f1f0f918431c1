import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { useBare } from './bare.ts'

/** How many steps this very screen has added to the history: periods that were searched, points that were opened. */
export function depthHere(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0
}

/** Pages of ours before this one. The length of the history also counts what stood in the tab before: an empty tab, another site. */
const pagesBefore = (): number =>
  'navigation' in window ? (window.navigation.currentEntry?.index ?? 0) : history.length - 1

/** The way back: to the page before, or to the list when there is none (a shared link). null = there is no button: the screen is bare, or is inside another one. */
export function useBack(listPath: string, embedded: boolean): (() => void) | null {
  const bare = useBare()
  const [, navigate] = useLocation()
  const go = useCallback(() => {
    const steps = depthHere() + 1
    if (pagesBefore() >= steps) history.go(-steps)
    else navigate(listPath)
  }, [navigate, listPath])
  return embedded || bare ? null : go
}
