import { useSearch } from 'wouter'

const name = 'active'

/** The page is in a frame of another page. */
const framed = window.self !== window.top

/**
 * Is the page bare, without navbar, sidebar and back button? It is in a frame of another page, or its address has
 * `active` (R113).
 */
export const useBare = (): boolean => new URLSearchParams(useSearch()).has(name) || framed

/** Return an address of this application to open from a bare screen: also bare. */
export function keptBare(to: string, here: string = location.search): string {
  const value = new URLSearchParams(here).get(name)
  const target = new URL(to, location.origin)
  if (value === null || target.searchParams.has(name) || target.pathname === '/login') return to
  target.searchParams.set(name, value)
  return target.pathname + target.search + target.hash
}
