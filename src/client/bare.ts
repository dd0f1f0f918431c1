import { useSearch } from 'wouter'

const name = 'active'

/** Inside a frame of another page. */
const framed = window.self !== window.top

/** Shown bare, without navbar, sidebar and ways back: inside a frame of another page, or because the address says `active` (R113). */
export const useBare = (): boolean => new URLSearchParams(useSearch()).has(name) || framed

/** An address of this application as it is opened from a bare screen: bare, too. */
export function keptBare(to: string, here: string = location.search): string {
  const value = new URLSearchParams(here).get(name)
  const target = new URL(to, location.origin)
  if (value === null || target.searchParams.has(name) || target.pathname === '/login') return to
  target.searchParams.set(name, value)
  return target.pathname + target.search + target.hash
}
