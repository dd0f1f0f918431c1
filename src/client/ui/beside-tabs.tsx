import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '#client/external-store.ts'

const place = createStore<HTMLElement | null>(null)

/** The right end of the line of tabs, for what a screen shows there; below the tabs on a phone. */
export const BesideTabsPlace = () => (
  <span ref={place.set} className="flex items-center justify-end empty:hidden max-sm:mt-2 max-sm:basis-full" />
)

/**
 * What belongs to the whole screen, at the right end of its tabs: a row of its own would move every list down. Where
 * there are no tabs, it stays at its place.
 */
export function BesideTabs({ children }: { children: ReactNode }) {
  const at = place.useStored()
  return at ? createPortal(children, at) : children
}
