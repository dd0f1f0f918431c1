import { createStore } from '#client/external-store.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ChannelTrial } from '#shared/channels.ts'

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

/** The provider's response to a test message, unchanged. */
export function TrialResult() {
  const result = shown.useStored()
  if (result === null) return null
  const { name, trial } = result
  const values = { name, milliseconds: formatNumber(trial?.milliseconds ?? 0) }
  return (
    <Dialog open title={say('channels.test')} onClose={() => shown.set(null)}>
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
