import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/** Inside a frame of another page. */
const framed = window.self !== window.top

/**
 * The way back: to the page before, or to the list when there is none (a shared link). null = there is no button: the address
 * says `active`, or the screen stands inside another one.
 */
export function useBack(listPath: string, embedded: boolean): (() => void) | null {
  const search = useSearch()
  const [, navigate] = useLocation()
  const go = useCallback(() => {
    if (history.length > 1) history.back()
    else navigate(listPath)
  }, [navigate, listPath])
  return embedded || framed || new URLSearchParams(search).has('active') ? null : go
}
