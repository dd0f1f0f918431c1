import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { errorBelow } from './below-error.ts'

const gap = 6
/** Smallest distance from the edges of the window. */
const edge = 8
/** Narrower windows show the panel at their lower edge, by CSS. */
const phone = '(width < 40rem)'

function place(panel: HTMLElement | null): void {
  const box = panel?.closest<HTMLElement>('.popover')
  const control = box?.closest('.control')
  if (!box || !control) return
  if (matchMedia(phone).matches) {
    Object.assign(box.style, { top: '', left: '' })
    return
  }
  const at = control.getBoundingClientRect()
  const below = at.bottom + errorBelow(control) + gap
  const above = at.top - gap - box.offsetHeight
  const lowest = innerHeight - edge - box.offsetHeight
  const top = below <= lowest ? below : above >= edge ? above : Math.max(edge, lowest)
  const left = Math.max(edge, Math.min(at.left, innerWidth - edge - box.offsetWidth))
  Object.assign(box.style, { top: `${top}px`, left: `${left}px` })
}

/**
 * Keep an open panel below its control (and below the error of that), or above it where there is more height. It is
 * fixed to the window, because a dialog that scrolls would cut it off.
 */
export function usePlacedPanel(panel: RefObject<HTMLElement | null>): void {
  // After every rendering, because the error of another field moves the control.
  useLayoutEffect(() => place(panel.current))
  useEffect(() => {
    const again = () => place(panel.current)
    addEventListener('scroll', again, { capture: true, passive: true })
    addEventListener('resize', again)
    return () => {
      removeEventListener('scroll', again, { capture: true })
      removeEventListener('resize', again)
    }
  }, [panel])
}
