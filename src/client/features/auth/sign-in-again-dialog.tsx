import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { isDeviceRemembered, keepSessionInfo, keepToken, rememberedUser } from '#client/session.ts'
import { closeSignInAgain, type SignInAgain } from '#client/sign-in-again.ts'
import { leaveForLogin, sessionBegins } from '#client/signed-out.ts'
import { notifyTabs } from '#client/tabs.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { LoginAnswer } from '#shared/auth.ts'
import { longestTypedPassword } from '#shared/password-rule.ts'
import { useSignIn } from './use-sign-in.ts'

/** Continue the page with the new session: refetch all loaded data, and keep all typed text. */
function useContinuedPage(userId: number): (answer: LoginAnswer) => void {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  return (answer) => {
    sessionBegins()
    keepSessionInfo(answer)
    keepToken(answer.token)
    notifyTabs({ kind: 'begun', userId: answer.id, token: answer.token })
    // The name now belongs to another user: nothing on this page is theirs.
    if (answer.id !== userId) return location.assign('/')
    utils.auth.info.setData(undefined, answer)
    closeSignInAgain()
    void queryClient.invalidateQueries()
  }
}

type Props = { request: SignInAgain; onClose: () => void }

/** The problem of the password field. The name is known here, so only the password can be wrong. */
function usePasswordProblem() {
  const say = useWord()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const refuse = (error: unknown) => {
    setProblem(codeOf(error) === 'LOGIN_FAILED' ? say('login.passwordWrong') : messageOf(error))
    form.current?.querySelector<HTMLInputElement>('input[name=password]')?.focus()
  }
  return { form, problem, setProblem, refuse }
}

/** Ask the user of this page for the password after the session has ended, over the page and its dialogs. */
export function SignInAgainDialog({ request: { userId, userName }, onClose }: Props) {
  const say = useWord()
  const id = useId()
  const { form, problem, setProblem, refuse } = usePasswordProblem()
  const { signIn, signInByDevice, busy, warmUp } = useSignIn(useContinuedPage(userId), refuse)
  const [password, setPassword] = useState('')
  const isRemembered = rememberedUser() === userName
  const [byDevice, setByDevice] = useState(isRemembered && isDeviceRemembered())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (password === '' && !byDevice) return setProblem(say('login.passwordMissing'))
    setProblem(null)
    const entered =
      password === ''
        ? await signInByDevice()
        : await signIn({ userName, password, companyId: undefined, remember: isRemembered && isDeviceRemembered() })
    if (entered) return
    setByDevice(isRemembered && isDeviceRemembered())
    setPassword('')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('session.signInAgain')}
      footer={<DialogButtons form={id} busy={busy} onCancel={onClose} />}
    >
      <form ref={form} id={id} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p>{say('session.again', { name: userName })}</p>
        {/* Tells a password manager whose password it is. */}
        <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
        <TextField
          label={say('login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={longestTypedPassword}
          data-autofocus
          value={password}
          onChange={(next) => {
            setPassword(next)
            setProblem(null)
          }}
          onFocus={warmUp}
          placeholder={byDevice ? say('login.remembered') : undefined}
          error={problem}
        />
      </form>
    </Dialog>
  )
}

/** Leave for the sign-in page as another user, stay on this page signed out, or submit the form. */
function DialogButtons({ form, busy, onCancel }: { form: string; busy: boolean; onCancel: () => void }) {
  const say = useWord()
  return (
    <>
      <Button variant="quiet" className="mr-auto" onClick={() => leaveForLogin()}>
        {say('session.otherUser')}
      </Button>
      <Button onClick={onCancel}>{say('session.stay')}</Button>
      <Button type="submit" form={form} variant="primary" busy={busy}>
        {say('login.submit')}
      </Button>
    </>
  )
}
