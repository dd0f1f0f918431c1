import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWrapPassword } from '#client/features/users/wrap-password.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'

type Props = { site: { id: number; name: string; totalDeviceCount: number }; onClose: () => void; onDeleted: () => void }

/** The second question before a base goes, with the password typed again; the first is the documented confirmation. */
export function DeleteSiteDialog({ site, onClose, onDeleted }: Props) {
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const wrap = useWrapPassword()
  const remove = trpc.sites.delete.useMutation({ meta: { silent: true } })
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (password === '') return setProblem(say('places.delete.passwordMissing'))
    setBusy(true)
    try {
      await remove.mutateAsync({ id: site.id, password: await wrap(password) })
      toastSuccess(say('places.deleted'))
      onDeleted()
      await Promise.all([utils.invalidate()])
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={() => !busy && onClose()}
      title={say('places.delete.title', { name: site.name })}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {say('ui.cancel')}
          </Button>
          <Button type="submit" form={form} variant="danger" busy={busy}>
            {say('ui.ok')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p>{say('places.delete.again', { name: site.name, devices: formatNumber(site.totalDeviceCount) })}</p>
        <TextField
          label={say('places.delete.password')}
          type="password"
          autoComplete="current-password"
          required
          maxLength={64}
          value={password}
          onChange={(next) => {
            setPassword(next)
            setProblem(null)
          }}
          error={problem}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
