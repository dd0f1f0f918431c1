import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { rememberedUser } from '#client/session.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { useSignIn } from './use-sign-in.ts'

/** User name, password, and whether the name is kept for next time. `companyId` = the base that the host's name belongs to. */
export function LoginForm({ companyId }: { companyId: number | undefined }) {
  const say = useWord()
  const { signIn, busy, warmUp } = useSignIn()
  const [userName, setUserName] = useState(rememberedUser)
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(rememberedUser() !== '')
  const [shown, setShown] = useState(false)
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const userNameError = asked && userName.trim() === '' ? say('login.userNameMissing') : null
  const passwordError = asked && password === '' ? say('login.passwordMissing') : null
  const focus = (name: 'userName' | 'password') => form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    if (userName.trim() === '') return focus('userName')
    if (password === '') return focus('password')
    const entered = await signIn({ userName: userName.trim(), password, companyId, remember })
    if (!entered) {
      setPassword('')
      setAsked(false)
      focus('password')
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label={say('login.userName')}
        name="userName"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus={userName === ''}
        value={userName}
        onChange={setUserName}
        error={userNameError}
      />
      <TextField
        label={say('login.password')}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        maxLength={200}
        autoFocus={userName !== ''}
        value={password}
        onChange={setPassword}
        onFocus={warmUp}
        error={passwordError}
        trailing={
          <IconButton
            size="sm"
            label={say(shown ? 'login.passwordHide' : 'login.passwordShow')}
            icon={shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} className="size-4 accent-(--accent-fill)" />
        {say('login.remember')}
      </label>
      <Button type="submit" variant="primary" busy={busy} className="min-h-9!">
        {say(busy ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  )
}
