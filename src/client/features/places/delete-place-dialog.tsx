import { useState } from 'react'
import { OwnPasswordField } from '#client/features/auth/own-password-field.tsx'
import { useWrapPassword } from '#client/features/users/wrap-password.ts'
import { useWord } from '#client/i18n.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { FormDialog } from './form-dialog.tsx'
import { refusedAt } from './refused.ts'

type Props = {
  title: string
  /** What goes, and for how long it can come back. */
  text: string
  /** Deletes with the wrapped password; rejects with the refusal of the server. */
  remove: (password: string) => Promise<unknown>
  onClose: () => void
  onDeleted: () => void
}

/** The second question before a place goes, with the password typed again; the first is a confirmation. */
export function DeletePlaceDialog({ title, text, remove, onClose, onDeleted }: Props) {
  const say = useWord()
  const wrap = useWrapPassword()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async () => {
    setMissing(password === '')
    if (password === '') return
    setBusy(true)
    setError(null)
    try {
      await remove(await wrap(password))
      toastSuccess(say('places.deleted'))
      onDeleted()
    } catch (refusal) {
      setError(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog title={title} busy={busy} error={error} names={['password']} submit={{ label: say('ui.ok'), danger: true }} onSubmit={submit} onClose={onClose}>
      <p>{text}</p>
      <OwnPasswordField
        value={password}
        onChange={(next) => {
          setPassword(next)
          setMissing(false)
          setError(null)
        }}
        error={missing ? say('ownPassword.missing') : refusedAt(error)('password')}
        autoFocus
      />
    </FormDialog>
  )
}
