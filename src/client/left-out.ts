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

/** What the screen left out of its address, for the one notice above it. */
export const useLeftOut = (): readonly UnknownPart[] => useSyncExternalStore(subscribe, () => leftOut)
/** The notice was read. */
export const dismissLeftOut = (): void => put(none)

/** A list says what it left out of its address; it is taken back with the address, or with the list. */
export function useNoteLeftOut(unknown: readonly UnknownPart[]): void {
  // The same parts are a new array with every page, and a notice that was put away must not come back with it.
  const key = unknown.length === 0 ? '' : JSON.stringify(unknown)
  useEffect(() => {
    if (key === '') return
    put(JSON.parse(key) as UnknownPart[])
    return dismissLeftOut
  }, [key])
}
