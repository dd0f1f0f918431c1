import { type FormEvent, useId, useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { messageOf } from '#client/failures.ts'
import { PasswordFields, passwordErrors } from '#client/features/auth/password-fields.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { UserRow } from '#shared/user-admin.ts'
import { useWrapPassword } from './wrap-password.ts'

/** A new first password, twice. */
export function ResetPasswordDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const wrap = useWrapPassword()
  const reset = trpc.users.resetPassword.useMutation({ meta: { silent: true } })
  const { passwordPolicy } = useBranding()
  const [passwords, setPasswords] = useState({ password: '', again: '' })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  const differ = say('users.passwordsDiffer')
  const errors = passwordErrors(passwords, passwordPolicy, say, differ)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setLeft(new Set(['password', 'again']))
    if (reset.isPending || errors.password || errors.again) return
    try {
      await reset.mutateAsync({ id: user.id, password: await wrap(passwords.password) })
      toastSuccess(say('users.passwordReset'))
      onClose()
      await utils.users.invalidate()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('users.resetPassword')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={reset.isPending}>
            {say('ui.ok')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
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
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
