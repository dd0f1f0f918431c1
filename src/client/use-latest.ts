import { useCallback, useRef } from 'react'

/**
 * Return a function that begins a run of something asynchronous; it returns whether that run is still the latest. A run
 * that another one has replaced must not show its result.
 */
export function useLatest(): () => () => boolean {
  const runs = useRef(0)
  return useCallback(() => {
    runs.current += 1
    const own = runs.current
    return () => own === runs.current
  }, [])
}
