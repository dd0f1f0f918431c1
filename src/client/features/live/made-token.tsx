import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import type { IssuedToken } from '#shared/auth.ts'

/** A text to copy; it can be selected where the browser has no clipboard. */
function Copied({ label, text }: { label: string; text: string }) {
  const say = useWord()
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => toastSuccess(say('live.copied')),
      () => undefined,
    )
  return (
    <div className="flex items-start gap-2">
      <code className="min-w-0 grow select-all break-all rounded bg-sunken px-2 py-1">{text}</code>
      <Button size="sm" aria-label={`${say('live.copy')} ${label}`} onClick={() => void copy()}>
        {say('live.copy')}
      </Button>
    </div>
  )
}

/** The new token, which is shown only this once, and the command that starts its collector. */
export function MadeToken({ made }: { made: IssuedToken }) {
  const say = useWord()
  const { timeZone } = useSession()
  const command = `coldfleet collect --subnet 192.168.1.0/24 --to ${window.location.origin} --token ${made.token}`
  return (
    <div role="status" className="grid gap-2 rounded-md border border-line p-3">
      <p>{say('live.shown', { until: formatInstant(made.expiresAt, timeZone) })}</p>
      <Copied label={say('live.tokens')} text={made.token} />
      <p>{say('live.command')}</p>
      <Copied label={say('live.command')} text={command} />
    </div>
  )
}
