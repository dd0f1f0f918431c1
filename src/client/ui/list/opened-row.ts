import type { ChangeWay } from './address-view.ts'

/** The state of the entry of the history that opening a row has added. */
const opened = { opened: true }
/** The entry that is being left. */
let leaving: unknown = null

const isOpened = (state: unknown) => typeof state === 'object' && state !== null && 'opened' in state

/**
 * How the address of an opened row is entered: the first one adds an entry to the history, so that Back closes the
 * details; another row replaces it. `name` = the parameter that names the row.
 */
export const openingRow = (name: string): ChangeWay =>
  new URLSearchParams(location.search).has(name)
    ? { replace: true, state: history.state as unknown }
    : { replace: false, state: opened }

/**
 * Close the details of a row: go back to the entry before, so that Back then leaves the list instead of showing it
 * again. `remove` = take the row out of the address, if it was there from the start.
 */
export function closeRow(remove: (way: ChangeWay) => void): void {
  const { state } = history
  if (!isOpened(state)) {
    remove({ replace: true })
    return
  }
  if (leaving === state) return
  leaving = state
  const top = scrollY
  // The browser scrolls to where the list was when the row was opened.
  addEventListener('popstate', () => requestAnimationFrame(() => scrollTo({ top, behavior: 'instant' })), {
    once: true,
  })
  history.back()
}
