import { useEffect, useSyncExternalStore } from 'react'
import type { Word } from '#shared/i18n/index.ts'

/** Keys that the present screen knows beside those that work everywhere, as `?` tells them. */
type ScreenKey = { keys: readonly string[]; word: Word }

/** One entry for each part of the screen that has keys; two tables have the same. */
let groups: readonly (readonly ScreenKey[])[] = []
let present: readonly ScreenKey[] = []
const listeners = new Set<() => void>()
const put = (next: typeof groups) => {
  groups = next
  const byWord = new Map(groups.flat().map((key) => [key.word, key]))
  present = [...byWord.values()]
  for (const listener of listeners) listener()
}

/** Tells `?` about the keys of a part of the screen while it is shown; `keys` is a constant. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  useEffect(() => {
    put([...groups, keys])
    return () => {
      const at = groups.indexOf(keys)
      put(groups.filter((_, place) => place !== at))
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
