import { useEffect } from 'react'
import { createStore } from './external-store.ts'
import type { UnknownPart } from './read-address.ts'

const none: readonly UnknownPart[] = []
const ignored = createStore(none)

/** The parts of the address that the screen ignored, for the notice above it. */
export const useIgnoredParts = (): readonly UnknownPart[] => ignored.useStored()
/** Dismiss the notice. */
export const dismissIgnoredParts = (): void => ignored.set(none)

/**
 * Report the ignored parts of a list's address; the notice is removed when the address changes or the list unmounts.
 */
export function useReportIgnoredParts(unknown: readonly UnknownPart[]): void {
  // Equal parts are a new array in every render, and must not show a dismissed notice again.
  const key = unknown.length === 0 ? '' : JSON.stringify(unknown)
  useEffect(() => {
    if (key === '') return
    ignored.set(JSON.parse(key) as UnknownPart[])
    return dismissIgnoredParts
  }, [key])
}
