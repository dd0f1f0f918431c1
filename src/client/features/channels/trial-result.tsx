import { createStore } from '#client/external-store.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import type { ChannelTrial } from '#shared/channels.ts'

const TrialDialog = lazyPart(async () => (await import('./trial-dialog.tsx')).TrialDialog)

type Shown = { name: string; trial: ChannelTrial | null } | null
const shown = createStore<Shown>(null)

/** Show that a test message was sent, and then its result; a refusal is reported as usual. */
export function showTrial(name: string, trial: Promise<ChannelTrial>): void {
  shown.set({ name, trial: null })
  trial.then(
    (result) => shown.set({ name, trial: result }),
    () => shown.set(null),
  )
}

/** The result of the last test message, until it is closed. */
export function TrialResult() {
  const result = shown.useStored()
  return result && <TrialDialog {...result} onClose={() => shown.set(null)} />
}
