import { type FormEvent, useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { codeOf, messageOf } from '#client/failures.ts'
import { useWrapPassword } from '#client/features/users/wrap-password.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { longestTypedPassword } from '#shared/password-rule.ts'
import { useLeft } from './account-dialog.tsx'
import { PasswordFields, type Passwords, passwordErrors } from './password-fields.tsx'

const empty: Passwords = { password: '', again: '' }

/** A new password, twice; the old one only if the server requires it, ten minutes after it was last typed. */
export function PasswordForm({ autoFocus = false }: { autoFocus?: boolean }) {
  const say = useWord()
  const session = useSession()
  const utils = trpc.useUtils()
  const wrap = useWrapPassword()
  const { passwordPolicy } = useBranding()
  const update = trpc.auth.updatePassword.useMutation({ meta: { silent: true } })
  const [passwords, setPasswords] = useState(empty)
  const [old, setOld] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { left, leave, leaveAll, clear } = useLeft(['password', 'again'])
  const differ = say('account.passwordsDiffer')
  const errors = passwordErrors(passwords, passwordPolicy, say, differ)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    leaveAll()
    setProblem(null)
    if (errors.password !== null || errors.again !== null) {
      setTimeout(() => form.querySelector<HTMLInputElement>('input[aria-invalid=true]')?.focus())
      return
    }
    setBusy(true)
    try {
      const secret = { password: await wrap(passwords.password), passwordAgain: await wrap(passwords.again) }
      const { ended } = await update.mutateAsync({
        id: session.id,
        userName: session.userName,
        ...secret,
        ...(old ? { oldPassword: await wrap(old) } : {}),
      })
      toastSuccess(ended > 0 ? say('account.changedElsewhere', { count: ended }) : say('account.changed'))
      setPasswords(empty)
      setOld(null)
      clear()
      await utils.auth.invalidate()
    } catch (error) {
      // Documented with code 4010: keep the typed values and add one field.
      if (codeOf(error) === 'OLD_PASSWORD_NEEDED') setOld('')
      else setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-sm gap-4">
      <input type="text" name="userName" autoComplete="username" value={session.userName} readOnly hidden />
      <PasswordFields
        value={passwords}
        onChange={setPasswords}
        left={left}
        onLeave={leave}
        labels={{ password: say('account.newPassword'), again: say('account.newPasswordAgain') }}
        differ={differ}
        autoFocus={autoFocus}
      />
      {old !== null && (
        <TextField
          label={say('account.oldPassword')}
          type="password"
          name="oldPassword"
          autoComplete="current-password"
          required
          maxLength={longestTypedPassword}
          help={say('account.oldPasswordHelp')}
          value={old}
          onChange={setOld}
          autoFocus
        />
      )}
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <span>
        <Button type="submit" variant="primary" busy={busy}>
          {say('account.change')}
        </Button>
      </span>
    </form>
  )
}
