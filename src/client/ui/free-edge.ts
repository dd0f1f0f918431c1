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

/**
 * Follow the bars at the lower edge while a toast is shown there: they come and go with screens and dialogs.
 * @returns the free distance from the lower edge in pixels
 */
export function useFreeEdge(shown: boolean, height: number): number {
  const [edge, setEdge] = useState(gap)
  useEffect(() => {
    if (!shown) return
    const look = () => setEdge(freeEdge(height))
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [shown, height])
  return edge
}
