import { useEffect, useSyncExternalStore } from 'react'
import type { Word } from '#shared/i18n/index.ts'

/** A key that the current screen handles, in addition to the general ones; `?` lists both. */
type ScreenKey = { keys: readonly string[]; word: Word }

/** One entry per part of the screen that handles keys; two tables share the same entry. */
let groups: readonly (readonly ScreenKey[])[] = []
let present: readonly ScreenKey[] = []
const listeners = new Set<() => void>()
const put = (next: typeof groups) => {
  groups = next
  const byWord = new Map(groups.flat().map((key) => [key.word, key]))
  present = [...byWord.values()]
  for (const listener of listeners) listener()
}

/** Register the keys of a part of the screen for `?` while it is mounted; `keys` must be a constant. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  useEffect(() => {
    put([...groups, keys])
    return () => {
      const at = groups.indexOf(keys)
      put(groups.filter((_, place) => place !== at))
    }
  }, [keys])
}

/** Return the keys of the current screen. */
export const useKeysOfScreen = (): readonly ScreenKey[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => present,
  )
