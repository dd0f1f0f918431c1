import { useEffect, useSyncExternalStore } from 'react'
import type { Word } from '#shared/i18n/index.ts'

/** Keys that the present screen knows beside those that work everywhere, as `?` tells them. */
type ScreenKey = { keys: readonly string[]; word: Word }

const none: readonly ScreenKey[] = []
let present = none
const listeners = new Set<() => void>()
const put = (keys: readonly ScreenKey[]) => {
  present = keys
  for (const listener of listeners) listener()
}

/** Tells `?` about the keys of a screen while it is shown; `keys` is a constant of the screen. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  useEffect(() => {
    put(keys)
    return () => {
      // The next screen may have put its own already.
      if (present === keys) put(none)
    }
  }, [keys])
}

/** The keys of the present screen. */
export const useKeysOfScreen = (): readonly ScreenKey[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => present,
  )
