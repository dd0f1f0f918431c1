import { useEffect, useRef } from 'react'

/** The delay in milliseconds before the details follow a key that is held down. */
const pause = 150

/** Make the details beside a list follow the focused row: at once, or after a key that is held down is released. */
export function useFollowed(): (follow: () => void, isHeld: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (follow, isHeld) => {
    clearTimeout(timer.current)
    if (isHeld) timer.current = setTimeout(follow, pause)
    else follow()
  }
}
