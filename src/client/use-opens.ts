import { useEffect, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

/** What somebody comes to a screen for: the state of the history with which the palette leads there. */
export type Opens =
  | { open: 'export' }
  | { open: 'add' }
  | { open: 'silence'; site: { id: number; name: string } | null }

/** What the screen was asked to open, if it was this; once: a reload only shows the screen. */
export function useOpens<Open extends Opens['open']>(open: Open): Extract<Opens, { open: Open }> | null {
  const state = useHistoryState<Opens | null>()
  const wanted = state?.open === open ? (state as Extract<Opens, { open: Open }>) : null
  const [opens, setOpens] = useState<typeof wanted>(null)
  useEffect(() => {
    if (wanted === null) return
    setOpens(wanted)
    history.replaceState(null, '', location.href)
  }, [wanted])
  return opens
}
