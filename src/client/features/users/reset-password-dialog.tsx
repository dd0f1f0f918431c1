import { useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { OwnPasswordField } from '#client/features/auth/own-password-field.tsx'
import { PasswordFields, passwordErrors } from '#client/features/auth/password-fields.tsx'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import type { UserRow } from '#shared/user-admin.ts'
import { useWrapPassword } from './wrap-password.ts'

/** A new first password, twice; for somebody who has a role with the caller's own one. */
export function ResetPasswordDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const wrap = useWrapPassword()
  const reset = trpc.users.resetPassword.useMutation({ meta: { silent: true } })
  const { passwordPolicy } = useBranding()
  const [passwords, setPasswords] = useState({ password: '', again: '' })
  const [own, setOwn] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState<unknown>(null)
  const differ = say('users.passwordsDiffer')
  const errors = passwordErrors(passwords, passwordPolicy, say, differ)
  const asksPassword = user.nickName !== null
  const isMissing = asksPassword && own === ''
  const submit = async () => {
    setLeft(new Set(['password', 'again', 'ownPassword']))
    if (errors.password || errors.again || isMissing) return
    setError(null)
    try {
      await reset.mutateAsync({ id: user.id, password: await wrap(passwords.password), ...(asksPassword ? { ownPassword: await wrap(own) } : {}) })
      toastSuccess(say('users.passwordReset'))
      onClose()
      await utils.users.invalidate()
    } catch (refusal) {
      setError(refusal)
    }
  }
  return (
    <FormDialog
      title={say('users.resetPassword')}
      busy={reset.isPending}
      error={error}
      names={['ownPassword']}
      submit={{ label: say('ui.ok') }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{say('users.resetOf', { name: user.name })}</p>
      <PasswordFields
        value={passwords}
        onChange={setPasswords}
        left={left}
        onLeave={(field) => setLeft((before) => new Set([...before, field]))}
        labels={{ password: say('users.password'), again: say('users.passwordAgain') }}
        differ={differ}
        autoFocus
      />
      {asksPassword && (
        <OwnPasswordField
          value={own}
          onChange={(next) => {
            setOwn(next)
            setError(null)
          }}
          error={left.has('ownPassword') && isMissing ? say('ownPassword.missing') : refusedAt(error)('ownPassword')}
        />
      )}
    </FormDialog>
  )
}
