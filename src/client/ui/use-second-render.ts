import { useEffect, useState } from 'react'

/**
 * Return false at first, true from the second render on: a dialog that is open at its first render would leave the page
 * behind it reachable.
 */
export function useSecondRender(): boolean {
  const [second, setSecond] = useState(false)
  useEffect(() => setSecond(true), [])
  return second
}
