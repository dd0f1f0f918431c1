import { useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { useEncryptPassword } from '#client/encrypt-password.ts'
import { OwnPasswordField } from '#client/features/auth/own-password-field.tsx'
import { PasswordFields, passwordErrors } from '#client/features/auth/password-fields.tsx'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useDraftForm } from '#client/ui/form/use-draft-form.ts'
import { doneTo } from '#client/undo.ts'
import type { UserRow } from '#shared/users.ts'

/** Set a new first password, typed twice; for a person with a role the caller's own password is required too. */
export function ResetPasswordDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const utils = trpc.useUtils()
  const encrypt = useEncryptPassword()
  const reset = trpc.users.resetPassword.useMutation({ meta: { silent: true } })
  const { passwordPolicy } = useBranding()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const differ = say('users.passwordsDiffer')
  const asksPassword = user.nickName !== null
  const form = useDraftForm({
    values: { passwords: { password: '', again: '' }, own: '' },
    names: ['ownPassword'],
    isRight: ({ passwords, own }) => {
      const errors = passwordErrors(passwords, passwordPolicy, say, differ)
      return errors.password === null && errors.again === null && !(asksPassword && own === '')
    },
    send: async ({ passwords, own }) =>
      reset.mutateAsync({
        id: user.id,
        password: await encrypt(passwords.password),
        ...(asksPassword ? { ownPassword: await encrypt(own) } : {}),
      }),
    refresh: () => utils.users.invalidate(),
    onSaved: onClose,
    done: () => doneTo(say('users.passwordReset'), user.name),
  })
  const { passwords, own } = form.values
  return (
    // Closing the dialog does not ask, because typed passwords are not a draft worth keeping.
    <FormDialog
      form={{ ...form, dirty: false }}
      title={say('users.resetPassword')}
      submit={{ label: say('ui.ok') }}
      onClose={onClose}
    >
      <p>{say('users.resetOf', { name: user.name })}</p>
      <PasswordFields
        value={passwords}
        onChange={(next) => form.change({ passwords: next })}
        touched={form.tried ? new Set(['password', 'again']) : touched}
        onTouch={(field) => setTouched((before) => new Set([...before, field]))}
        labels={{ password: say('users.password'), again: say('users.passwordAgain') }}
        differ={differ}
        autoFocus
      />
      {asksPassword && (
        <OwnPasswordField
          value={own}
          onChange={(next) => form.change({ own: next })}
          error={form.tried && own === '' ? say('ownPassword.missing') : form.refused('ownPassword')}
        />
      )}
    </FormDialog>
  )
}
