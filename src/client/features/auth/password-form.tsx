import { type FormEvent, useState } from 'react'
import { useAskBeforeLosing } from '#client/ask-before-leaving.ts'
import { codeOf, messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { longestTypedPassword } from '#shared/password-rule.ts'
import { PasswordFields } from './password-fields.tsx'
import { useNewPassword } from './use-new-password.ts'

/** The state of the form and its request. `old` = the old password; null = the server has not required it. */
function usePasswordChange() {
  const say = useWord()
  const session = useSession()
  const utils = trpc.useUtils()
  const update = trpc.auth.updatePassword.useMutation({ meta: { silent: true } })
  const [old, setOld] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { input, errors, encrypt, encryptBoth, touchAll, clear } = useNewPassword([], say('account.passwordsDiffer'))
  useAskBeforeLosing([input.value.password, input.value.again, old ?? ''].some((typed) => typed !== ''))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    touchAll()
    setProblem(null)
    if (errors.password !== null || errors.again !== null) {
      setTimeout(() => form.querySelector<HTMLInputElement>('input[aria-invalid=true]')?.focus())
      return
    }
    setBusy(true)
    try {
      const { ended } = await update.mutateAsync({
        id: session.id,
        userName: session.userName,
        ...(await encryptBoth()),
        ...(old ? { oldPassword: await encrypt(old) } : {}),
      })
      toastSuccess(ended > 0 ? say('account.changedElsewhere', { count: ended }) : say('account.changed'))
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
  return { input, old, setOld, problem, busy, submit }
}

/** A new password, twice; the old one only if the server requires it, ten minutes after it was last typed. */
export function PasswordForm({ autoFocus = false }: { autoFocus?: boolean }) {
  const say = useWord()
  const { userName } = useSession()
  const { input, old, setOld, problem, busy, submit } = usePasswordChange()
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-sm gap-4">
      <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
      <PasswordFields
        {...input}
        labels={{ password: say('account.newPassword'), again: say('account.newPasswordAgain') }}
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
