import { useEffect, useState } from 'react'

/** False at first, true from the second render on: a dialog that is born open would leave the page behind it reachable. */
export function useSecondRender(): boolean {
  const [second, setSecond] = useState(false)
  useEffect(() => setSecond(true), [])
  return second
}
