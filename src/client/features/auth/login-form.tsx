import { Eye, EyeOff } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { isDeviceRemembered, rememberedUser } from '#client/session.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { longestUserName } from '#shared/field-limits.ts'
import { longestTypedPassword } from '#shared/password-rule.ts'
import { useSignIn } from './use-sign-in.ts'

const ForgotDialog = lazyPart(async () => (await import('./forgot-dialog.tsx')).ForgotDialog)
const RegisterDialog = lazyPart(async () => (await import('./register-dialog.tsx')).RegisterDialog)

/** Whether to remember this device: the properties of a check box. */
function useRemember() {
  const [checked, setChecked] = useState(rememberedUser() !== '')
  return { checked, onChange: (event: ChangeEvent<HTMLInputElement>) => setChecked(event.target.checked) }
}

/** The state of the sign-in form and its request; `companyId` = the base of the host name. */
function useLoginForm(companyId: number | undefined) {
  const { signIn, signInByDevice, busy, warmUp } = useSignIn()
  const [userName, setUserName] = useState(rememberedUser)
  const [password, setPassword] = useState('')
  const remember = useRemember()
  const [submitted, setSubmitted] = useState(false)
  const [known, setKnown] = useState(isDeviceRemembered)
  const form = useRef<HTMLFormElement>(null)
  const byDevice = known && remember.checked && password === '' && userName.trim() === rememberedUser()
  const focus = (name: 'userName' | 'password') =>
    form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setSubmitted(true)
    if (userName.trim() === '') return focus('userName')
    if (password === '' && !byDevice) return focus('password')
    const entered = byDevice
      ? await signInByDevice()
      : await signIn({ userName: userName.trim(), password, companyId, remember: remember.checked })
    if (!entered) {
      setKnown(isDeviceRemembered())
      setPassword('')
      setSubmitted(false)
      focus('password')
    }
  }

  /** After a dialog, fill in the phone number as user name; the user types the password next. */
  const continueWith = (phone: string) => {
    setUserName(phone)
    setPassword('')
    setSubmitted(false)
    setTimeout(() => focus('password'))
  }

  return {
    form,
    userName: {
      value: userName,
      onChange: setUserName,
      autoFocus: userName === '',
      error: submitted && userName.trim() === '' ? say('login.userNameMissing') : null,
    },
    password: {
      value: password,
      onChange: setPassword,
      autoFocus: userName !== '',
      onFocus: warmUp,
      placeholder: byDevice ? say('login.remembered') : undefined,
      error: submitted && password === '' && !byDevice ? say('login.passwordMissing') : null,
    },
    remember,
    busy,
    submit,
    continueWith,
  }
}

/**
 * User name, password, and whether to remember this device: then the name is enough to sign in. `companyId` = the base
 * of the host name.
 */
export function LoginForm({ companyId }: { companyId: number | undefined }) {
  const { form, userName, password, remember, busy, submit, continueWith } = useLoginForm(companyId)
  const [dialog, setDialog] = useState<'forgot' | 'register' | null>(null)
  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          label={say('login.userName')}
          name="userName"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longestUserName}
          {...userName}
        />
        <PasswordField {...password} />
        <label className="flex items-center gap-2">
          <input type="checkbox" {...remember} className="size-4 accent-(--accent-fill)" />
          {say('login.remember')}
        </label>
        <Button type="submit" variant="primary" busy={busy} className="min-h-9!">
          {say(busy ? 'login.submitting' : 'login.submit')}
        </Button>
        <div className="-mx-2 flex flex-wrap justify-between gap-2">
          <Button variant="quiet" size="sm" className="text-accent!" onClick={() => setDialog('forgot')}>
            {say('login.forgot')}
          </Button>
          <Button variant="quiet" size="sm" className="text-accent!" onClick={() => setDialog('register')}>
            {say('login.register')}
          </Button>
        </div>
      </form>
      {/* Outside the form: submitting a dialog must not submit the sign-in form. */}
      {dialog === 'forgot' && <ForgotDialog onClose={() => setDialog(null)} onDone={continueWith} />}
      {dialog === 'register' && <RegisterDialog onClose={() => setDialog(null)} onDone={continueWith} />}
    </>
  )
}

type PasswordProps = {
  value: string
  onChange: (typed: string) => void
  autoFocus: boolean
  onFocus: () => void
  placeholder: string | undefined
  error: string | null
}

/** A password input with a button that shows the password. */
function PasswordField(field: PasswordProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      label={say('login.password')}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      maxLength={longestTypedPassword}
      {...field}
      trailing={
        <IconButton
          size="sm"
          label={say(shown ? 'login.passwordHide' : 'login.passwordShow')}
          icon={shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
