import { useEffect } from 'react'
import { createStore } from '#client/external-store.ts'
import type { Word } from '#shared/i18n/index.ts'

/** A key that the current screen handles, in addition to the general ones; `?` lists both. */
type ScreenKey = { keys: readonly string[]; word: Word }

/** One entry per part of the screen that handles keys; two tables share the same entry. */
let groups: readonly (readonly ScreenKey[])[] = []
const present = createStore<readonly ScreenKey[]>([])
const put = (next: typeof groups) => {
  groups = next
  const byWord = new Map(groups.flat().map((key) => [key.word, key]))
  present.set([...byWord.values()])
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
export const useKeysOfScreen = (): readonly ScreenKey[] => present.useStored()
