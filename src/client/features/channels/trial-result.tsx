import { useSyncExternalStore } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ChannelTrial } from '#shared/channels.ts'

type Shown = { name: string; trial: ChannelTrial | null } | null
let shown: Shown = null
const listeners = new Set<() => void>()
const show = (next: Shown) => {
  shown = next
  for (const listener of listeners) listener()
}
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Show that a test message was sent, and then its result; a refusal is reported as usual. */
export function showTrial(name: string, trial: Promise<ChannelTrial>): void {
  show({ name, trial: null })
  trial.then(
    (result) => show({ name, trial: result }),
    () => show(null),
  )
}

/** The provider's response to a test message, unchanged. */
export function TrialResult() {
  const result = useSyncExternalStore(listen, () => shown)
  if (result === null) return null
  const { name, trial } = result
  const values = { name, milliseconds: formatNumber(trial?.milliseconds ?? 0) }
  return (
    <Dialog open title={say('channels.test')} onClose={() => show(null)}>
      {trial === null ? (
        <p role="status">{say('channels.testing')}</p>
      ) : (
        <>
          <p role="status">
            {say(
              trial.delivered
                ? 'channels.test.delivered'
                : trial.status === null
                  ? 'channels.test.unasked'
                  : 'channels.test.failed',
              values,
            )}
          </p>
          <pre className="mt-3 max-h-72 overflow-auto whitespace-pre-wrap break-all rounded-sm bg-sunken p-2">
            {trial.status !== null &&
              !trial.answer.startsWith(`${trial.status} `) &&
              `${say('channels.test.status', { status: trial.status })}\n`}
            {trial.answer}
          </pre>
        </>
      )}
    </Dialog>
  )
}
