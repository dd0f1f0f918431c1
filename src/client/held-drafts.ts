import { useEffect, useState } from 'react'

// Locks of the browser, which it releases also when a tab crashes. Pages without HTTPS have none: there each draft counts
// as left behind.
const prefix = 'draft:'

/** While the component is shown, no other tab takes the draft with this key. */
export function useHeldDraft(key: string): void {
  useEffect(() => {
    let release = () => {}
    const shown = new Promise<void>((resolve) => {
      release = resolve
    })
    // A second tab with the same form waits for the first one, and then holds the draft.
    navigator.locks?.request(prefix + key, () => shown).catch(() => undefined)
    return () => release()
  }, [key])
}

/** The keys of drafts whose forms are open, here or in other tabs; null = not known yet. */
export function useHeldDrafts(): ReadonlySet<string> | null {
  const [held, setHeld] = useState<ReadonlySet<string> | null>(() => (navigator.locks ? null : new Set()))
  useEffect(() => {
    const read = async () => {
      const names = ((await navigator.locks?.query())?.held ?? []).map(({ name }) => name ?? '')
      setHeld(new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))))
    }
    void read().catch(() => setHeld(new Set()))
  }, [])
  return held
}
