import { formatNumber, say } from '#client/i18n.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ChannelTrial } from '#shared/channels.ts'

/** `trial` = null while the response is awaited. */
type Props = { name: string; trial: ChannelTrial | null; onClose: () => void }

/** The provider's response to a test message, unchanged. */
export function TrialDialog({ name, trial, onClose }: Props) {
  const values = { name, milliseconds: formatNumber(trial?.milliseconds ?? 0) }
  return (
    <Dialog open title={say('channels.test')} onClose={onClose}>
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
