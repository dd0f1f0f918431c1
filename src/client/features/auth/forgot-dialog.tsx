import { useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { useWrapPassword } from '#client/features/users/wrap-password.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { codeDigits, phoneDigits } from '#shared/field-limits.ts'
import { codePattern } from '#shared/own-account.ts'
import { phonePattern } from '#shared/phone.ts'
import { AccountDialog, useLeft } from './account-dialog.tsx'
import { PasswordFields, type Passwords, passwordErrors } from './password-fields.tsx'
import { useCode } from './use-code.ts'

/** Set a new password with the code from a text message; then sign in with it. */
export function ForgotDialog({ onClose, onDone }: { onClose: () => void; onDone: (phone: string) => void }) {
  const say = useWord()
  const wrap = useWrapPassword()
  const { passwordPolicy } = useBranding()
  const reset = trpc.auth.resetPassword.useMutation({ meta: { silent: true } })
  const sms = useCode()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [passwords, setPasswords] = useState<Passwords>({ password: '', again: '' })
  const [unsent, setUnsent] = useState<string | null>(null)
  const { left, leave, leaveAll } = useLeft(['phone', 'code', 'password', 'again'])
  const differ = say('account.passwordsDiffer')
  const errors = {
    phone: phone === '' ? say('account.phoneMissing') : phonePattern.test(phone) ? null : say('account.phoneWrong'),
    code: codePattern.test(code) ? null : say('account.codeMissing'),
    ...passwordErrors(passwords, passwordPolicy, say, differ),
  }
  const getCode = async () => {
    leave('phone')
    if (errors.phone === null) setUnsent(await sms.send(phone))
  }
  const submit = async () => {
    leaveAll()
    if (Object.values(errors).some((error) => error !== null)) return false
    const newPasswd = await wrap(passwords.password)
    await reset.mutateAsync({ id: '0', userName: phone, code, newPasswd, newPasswdAgain: await wrap(passwords.again) })
    toastSuccess(say('account.resetDone'))
    onDone(phone)
    return true
  }
  return (
    <AccountDialog title={say('account.forgotTitle')} onClose={onClose} onSubmit={submit}>
      <TextField
        label={say('account.phone')}
        name="phone"
        autoComplete="tel"
        inputMode="numeric"
        required
        maxLength={phoneDigits}
        value={phone}
        onChange={(typed) => setPhone(typed.trim())}
        onBlur={() => phone !== '' && leave('phone')}
        error={left.has('phone') ? errors.phone : null}
        data-autofocus
      />
      <TextField
        label={say('account.code')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        maxLength={codeDigits}
        value={code}
        onChange={(typed) => setCode(typed.trim())}
        error={unsent ?? (left.has('code') ? errors.code : null)}
        help={sms.minutes === null ? undefined : say('account.sentHelp', { minutes: sms.minutes })}
        trailing={
          <Button
            size="sm"
            variant="quiet"
            className="-mr-1 text-accent!"
            busy={sms.busy}
            disabled={sms.seconds > 0}
            onClick={() => void getCode()}
          >
            {sms.seconds > 0 ? say('account.getCodeAgain', { seconds: sms.seconds }) : say('account.getCode')}
          </Button>
        }
      />
      <PasswordFields
        value={passwords}
        onChange={setPasswords}
        left={left}
        onLeave={leave}
        labels={{ password: say('account.newPassword'), again: say('account.newPasswordAgain') }}
        differ={differ}
      />
    </AccountDialog>
  )
}
