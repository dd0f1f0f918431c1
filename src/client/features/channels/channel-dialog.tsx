import { useState } from 'react'
import { say } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { ChannelRow } from '#shared/channels.ts'
import { ChannelForm } from './channel-form.tsx'

type FormProps = { row: ChannelRow | null; onClose: () => void }

/** The form, followed by the generated secret. */
export function ChannelDialog({ row, onClose }: FormProps) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <NewSecret secret={secret} onClose={onClose} />
  return <ChannelForm row={row} onClose={onClose} onSecret={setSecret} />
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = () => void navigator.clipboard.writeText(secret).then(() => toastSuccess(say('channels.copied')))
  return (
    <Dialog
      open
      title={say('channels.secret')}
      onClose={onClose}
      footer={<Button onClick={copy}>{say('channels.copy')}</Button>}
    >
      <p>{say('channels.newSecret')}</p>
      <code className="mt-3 block break-all select-all rounded-sm bg-sunken p-2">{secret}</code>
    </Dialog>
  )
}
