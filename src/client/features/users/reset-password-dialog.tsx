import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { followsPasswordRule } from '#shared/password-rule.ts'
import type { UserRow } from '#shared/user-admin.ts'
import { useWrapPassword } from './wrap-password.ts'

/** A new first password, twice. */
export function ResetPasswordDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const wrap = useWrapPassword()
  const reset = trpc.users.resetPassword.useMutation({ meta: { silent: true } })
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [left, setLeft] = useState({ password: false, again: false })
  const [problem, setProblem] = useState<string | null>(null)
  const isWeak = !followsPasswordRule(password)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setLeft({ password: true, again: true })
    if (reset.isPending || isWeak || password !== again) return
    try {
      await reset.mutateAsync({ id: user.id, password: await wrap(password) })
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
        <TextField
          label={say('users.password')}
          type="password"
          autoComplete="new-password"
          required
          maxLength={16}
          value={password}
          onChange={setPassword}
          onBlur={() => setLeft((before) => ({ ...before, password: true }))}
          error={left.password && isWeak ? say('password.rule') : null}
          data-autofocus
        />
        <TextField
          label={say('users.passwordAgain')}
          type="password"
          autoComplete="new-password"
          required
          maxLength={16}
          value={again}
          onChange={setAgain}
          onBlur={() => setLeft((before) => ({ ...before, again: true }))}
          error={left.again && password !== again ? say('users.passwordsDiffer') : null}
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
