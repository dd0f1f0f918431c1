import { useEffect, useRef } from 'react'

/** How long after a key that is held down what is open follows, in milliseconds. */
const pause = 150

/** What is open beside a list follows the row under the keyboard: at once, and where a key is held down when it comes to rest. */
export function useFollowed(): (follow: () => void, isHeld: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (follow, isHeld) => {
    clearTimeout(timer.current)
    if (isHeld) timer.current = setTimeout(follow, pause)
    else follow()
  }
}
