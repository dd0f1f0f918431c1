/** A visited record; its name is read when it is shown, in case it has changed, or may no longer be seen. */
export type VisitedRecord = { component: string; id: number }

/** How long a screen must be shown to count: rows passed by a key do not. */
const dwellMs = 800
const most = 40

/** The stored visits of a user in this tab: a line each, the newest first; only paths and ids, no names. */
export const visitsKey = (userId: number) => `visits_${userId}`

/** Return the part of an address that is remembered: the screen, and its record or the device beside its list. */
export const visitOf = (path: string, search: string) => `${path}?${/\b(?:id|device)=\d+/.exec(search)?.[0] ?? ''}`

/** Remember this address unless it is left at once. Return the function that ends the waiting. */
export function keepVisit(userId: number, path: string, search: string): () => void {
  const timer = setTimeout(() => {
    const key = visitsKey(userId)
    const lines = `${visitOf(path, search)}\n${sessionStorage.getItem(key) ?? ''}`
    sessionStorage.setItem(key, lines.split('\n', most).join('\n'))
  }, dwellMs)
  return () => clearTimeout(timer)
}
