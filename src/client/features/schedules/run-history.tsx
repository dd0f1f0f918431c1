import { createStore } from '#client/external-store.ts'
import { lazyPart } from '#client/lazy-part.tsx'

const RunHistoryDialog = lazyPart(async () => (await import('./run-history-dialog.tsx')).RunHistoryDialog)

type Shown = { id: number; name: string } | null
const shown = createStore<Shown>(null)
/** Show the results of the runs of a schedule. */
export const showHistory = (next: Shown): void => shown.set(next)

/** The results that are shown, until they are closed. */
export function RunHistory() {
  const schedule = shown.useStored()
  return schedule && <RunHistoryDialog {...schedule} onClose={() => showHistory(null)} />
}
