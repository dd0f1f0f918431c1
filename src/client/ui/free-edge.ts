import { useEffect, useState } from 'react'

const gap = 12
const lookMs = 200

/** What lies over or along the lower edge of the page carries this attribute. */
const bars = '[data-bottom-bar]'

/** How high from the lower edge nothing is covered, in pixels. @param height of what is to lie there */
function freeEdge(height: number): number {
  const tops = [...document.querySelectorAll(bars)]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && bar.bottom > innerHeight - gap - height)
    .map(({ top }) => innerHeight - top)
  const highest = Math.max(0, ...tops)
  // A bar in the middle of the page leaves no place above it that would be better.
  return gap + (highest < innerHeight / 2 ? highest : 0)
}

/** Follows the bars with buttons at the lower edge, while something is shown there: they come and go with screens and dialogs. @returns pixels */
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
