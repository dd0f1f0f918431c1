import { useEffect, useState } from 'react'

const gap = 12
const lookMs = 200

/** The attribute of elements over or along the lower edge of the page. */
const bars = '[data-bottom-bar]'

/**
 * Return the height in pixels above the lower edge at which nothing is covered.
 * @param height the height of the element to place there
 */
function freeEdge(height: number): number {
  const tops = [...document.querySelectorAll(bars)]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && bar.bottom > innerHeight - gap - height)
    .map(({ top }) => innerHeight - top)
  const highest = Math.max(0, ...tops)
  // Ignore a bar in the middle of the page: above it is no better place.
  return gap + (highest < innerHeight / 2 ? highest : 0)
}

const usualWidth = 240

type Place = { edge: number; left: number; width: number }
const first: Place = { edge: gap, left: gap, width: usualWidth }

const leftOfScreen = () => document.getElementById('main')?.getBoundingClientRect().left ?? 0

/** Return the place over the menu; without a wide menu the middle, because rows have their controls at both ends. */
function freeSide(): Pick<Place, 'left' | 'width'> {
  const menu = leftOfScreen() - 2 * gap
  return menu > usualWidth / 2
    ? { left: gap, width: Math.min(usualWidth, menu) }
    : { left: Math.max(gap, (document.body.clientWidth - usualWidth) / 2), width: usualWidth }
}

/** Return how far up toasts cover the screen itself. */
function covered(): number {
  const left = leftOfScreen()
  const boxes = [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.getBoundingClientRect())
  return Math.max(0, ...boxes.filter(({ right }) => right > left).map(({ top }) => innerHeight - top))
}

/**
 * Follow the page while a toast is shown at its lower edge: bars there come and go with screens and dialogs, and the
 * menu with the width. Where toasts cover the screen itself, the end of the page and a focused element can be scrolled
 * above them (`--toasts`).
 * @param height the usual height of a toast
 * @returns the free place in pixels, `edge` from the lower edge
 */
export function useFreePlace(shown: boolean, height: number): Place {
  const [place, setPlace] = useState(first)
  useEffect(() => {
    if (!shown) return
    const { style } = document.documentElement
    const look = () => {
      const next = { edge: freeEdge(height), ...freeSide() }
      setPlace((last) =>
        last.edge === next.edge && last.left === next.left && last.width === next.width ? last : next,
      )
      style.setProperty('--toasts', `${covered()}px`)
    }
    look()
    const timer = setInterval(look, lookMs)
    return () => {
      clearInterval(timer)
      style.removeProperty('--toasts')
    }
  }, [shown, height])
  return place
}
