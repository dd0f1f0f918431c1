import { useState } from 'react'
import { subDomainOf, useBranding } from '#client/branding.ts'
import { useWrapPassword } from '#client/features/users/wrap-password.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { phoneDigits } from '#shared/field-limits.ts'
import { RegisterRequest } from '#shared/own-account.ts'
import { phonePattern } from '#shared/phone.ts'
import { factsOf } from '#shared/schema-facts.ts'
import { AccountDialog, useLeft } from './account-dialog.tsx'
import { PasswordFields, type Passwords, passwordErrors } from './password-fields.tsx'

const empty = { phone: '', name: '', identifier: '', birthday: '' }

/** Register with phone, name, department, birth date and the password twice; the host name determines the base. */
export function RegisterDialog({ onClose, onDone }: { onClose: () => void; onDone: (phone: string) => void }) {
  const say = useWord()
  const wrap = useWrapPassword()
  const { passwordPolicy } = useBranding()
  const register = trpc.auth.register.useMutation({ meta: { silent: true } })
  const [person, setPerson] = useState(empty)
  const [passwords, setPasswords] = useState<Passwords>({ password: '', again: '' })
  const { left, leave, leaveAll } = useLeft(['phone', 'name', 'password', 'again'])
  const differ = say('login.passwordsDiffer')
  const errors: Record<string, string | null> = {
    phone:
      person.phone === ''
        ? say('account.phoneMissing')
        : phonePattern.test(person.phone)
          ? null
          : say('account.phoneWrong'),
    name: person.name.trim() === '' ? say('account.nameMissing') : null,
    ...passwordErrors(passwords, passwordPolicy, say, differ),
  }
  const field = (name: keyof typeof empty) => ({
    name,
    value: person[name],
    onChange: (typed: string) => setPerson({ ...person, [name]: typed }),
    onBlur: () => person[name] !== '' && leave(name),
    error: left.has(name) ? (errors[name] ?? null) : null,
  })
  const submit = async () => {
    leaveAll()
    if (Object.values(errors).some((error) => error !== null)) return false
    const [password, passwordAgain] = [await wrap(passwords.password), await wrap(passwords.again)]
    await register.mutateAsync({
      ...person,
      name: person.name.trim(),
      password,
      passwordAgain,
      domain: subDomainOf(location.hostname),
    })
    toastSuccess(say('account.registered'))
    onDone(person.phone)
    return true
  }
  return (
    <AccountDialog title={say('account.registerTitle')} onClose={onClose} onSubmit={submit}>
      <p className="text-muted">{say('account.registerHelp')}</p>
      <TextField
        {...field('phone')}
        label={say('account.phone')}
        autoComplete="tel"
        inputMode="numeric"
        required
        maxLength={phoneDigits}
        data-autofocus
      />
      <TextField
        {...field('name')}
        label={say('account.name')}
        autoComplete="name"
        {...factsOf(RegisterRequest.shape.name, '')}
      />
      <TextField
        {...field('identifier')}
        label={say('account.department')}
        autoComplete="organization"
        {...factsOf(RegisterRequest.shape.identifier, '')}
      />
      <DateField {...field('birthday')} label={say('account.birthday')} autoComplete="bday" />
      <PasswordFields
        value={passwords}
        onChange={setPasswords}
        left={left}
        onLeave={leave}
        labels={{ password: say('account.password'), again: say('account.passwordAgain') }}
        differ={differ}
      />
    </AccountDialog>
  )
}
