import { useEffect, useSyncExternalStore } from 'react'
import type { UnknownPart } from './read-address.ts'

const none: readonly UnknownPart[] = []
let leftOut = none
const listeners = new Set<() => void>()
const put = (parts: readonly UnknownPart[]): void => {
  leftOut = parts
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The parts of the address that the screen ignored, for the notice above it. */
export const useLeftOut = (): readonly UnknownPart[] => useSyncExternalStore(subscribe, () => leftOut)
/** Dismiss the notice. */
export const dismissLeftOut = (): void => put(none)

/**
 * Report the ignored parts of a list's address; the notice is removed when the address changes or the list unmounts.
 */
export function useNoteLeftOut(unknown: readonly UnknownPart[]): void {
  // Equal parts are a new array in every render, and must not show a dismissed notice again.
  const key = unknown.length === 0 ? '' : JSON.stringify(unknown)
  useEffect(() => {
    if (key === '') return
    put(JSON.parse(key) as UnknownPart[])
    return dismissLeftOut
  }, [key])
}
