import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { codeDigits, phoneDigits } from '#shared/field-limits.ts'
import { codePattern } from '#shared/own-account.ts'
import { LoginPageDialog, phoneError } from './login-page-dialog.tsx'
import { PasswordFields } from './password-fields.tsx'
import { useCode } from './use-code.ts'
import { useNewPassword } from './use-new-password.ts'

/** Set a new password with the code from a text message; then sign in with it. */
export function ForgotDialog({ onClose, onDone }: { onClose: () => void; onDone: (phone: string) => void }) {
  const say = useWord()
  const reset = trpc.auth.resetPassword.useMutation({ meta: { silent: true } })
  const sms = useCode()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [unsent, setUnsent] = useState<string | null>(null)
  const { input, encryptBoth, touched, touch, touchAll, ...password } = useNewPassword(
    ['phone', 'code'],
    say('account.passwordsDiffer'),
  )
  const errors = {
    phone: phoneError(phone),
    code: codePattern.test(code) ? null : say('account.codeMissing'),
    ...password.errors,
  }
  const getCode = async () => {
    touch('phone')
    if (errors.phone === null) setUnsent(await sms.send(phone))
  }
  const submit = async () => {
    touchAll()
    if (Object.values(errors).some((error) => error !== null)) return false
    const { password: newPasswd, passwordAgain: newPasswdAgain } = await encryptBoth()
    await reset.mutateAsync({ id: '0', userName: phone, code, newPasswd, newPasswdAgain })
    toastSuccess(say('account.resetDone'))
    onDone(phone)
    return true
  }
  return (
    <LoginPageDialog title={say('account.forgotTitle')} onClose={onClose} onSubmit={submit}>
      <TextField
        label={say('account.phone')}
        name="phone"
        autoComplete="tel"
        inputMode="numeric"
        required
        maxLength={phoneDigits}
        value={phone}
        onChange={(typed) => setPhone(typed.trim())}
        onBlur={() => phone !== '' && touch('phone')}
        error={touched.has('phone') ? errors.phone : null}
        data-autofocus
      />
      <CodeField
        sms={sms}
        value={code}
        onChange={(typed) => setCode(typed.trim())}
        error={unsent ?? (touched.has('code') ? errors.code : null)}
        onSend={() => void getCode()}
      />
      <PasswordFields
        {...input}
        labels={{ password: say('account.newPassword'), again: say('account.newPasswordAgain') }}
      />
    </LoginPageDialog>
  )
}

type CodeProps = {
  value: string
  onChange: (typed: string) => void
  error: string | null
  sms: ReturnType<typeof useCode>
  onSend: () => void
}

/** The code of the text message, with the button that sends it. */
function CodeField({ sms, onSend, ...field }: CodeProps) {
  const say = useWord()
  return (
    <TextField
      label={say('account.code')}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      maxLength={codeDigits}
      {...field}
      help={sms.minutes === null ? undefined : say('account.sentHelp', { minutes: sms.minutes })}
      trailing={
        <Button
          size="sm"
          variant="quiet"
          className="-mr-1 text-accent!"
          busy={sms.busy}
          disabled={sms.seconds > 0}
          onClick={onSend}
        >
          {sms.seconds > 0 ? say('account.getCodeAgain', { seconds: sms.seconds }) : say('account.getCode')}
        </Button>
      }
    />
  )
}
