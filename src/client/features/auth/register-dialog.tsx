import { useState } from 'react'
import { subDomainOf } from '#client/branding.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { phoneDigits } from '#shared/field-limits.ts'
import { RegisterRequest } from '#shared/own-account.ts'
import { factsOf } from '#shared/schema-facts.ts'
import { LoginPageDialog, phoneError } from './login-page-dialog.tsx'
import { PasswordFields } from './password-fields.tsx'
import { useNewPassword } from './use-new-password.ts'

const empty = { phone: '', name: '', identifier: '', birthday: '' }
type Name = keyof typeof empty

/** Register with phone, name, department, birth date and the password twice; the host name determines the base. */
export function RegisterDialog({ onClose, onDone }: { onClose: () => void; onDone: (phone: string) => void }) {
  const say = useWord()
  const register = trpc.auth.register.useMutation({ meta: { silent: true } })
  const [person, setPerson] = useState(empty)
  const { input, encryptBoth, touched, touch, touchAll, ...password } = useNewPassword(
    ['phone', 'name'],
    say('login.passwordsDiffer'),
  )
  const errors: Record<string, string | null> = {
    phone: phoneError(person.phone),
    name: person.name.trim() === '' ? say('account.nameMissing') : null,
    ...password.errors,
  }
  const field = (name: Name) => ({
    name,
    value: person[name],
    onChange: (typed: string) => setPerson({ ...person, [name]: typed }),
    onBlur: () => person[name] !== '' && touch(name),
    error: touched.has(name) ? (errors[name] ?? null) : null,
  })
  const submit = async () => {
    touchAll()
    if (Object.values(errors).some((error) => error !== null)) return false
    await register.mutateAsync({
      ...person,
      name: person.name.trim(),
      ...(await encryptBoth()),
      domain: subDomainOf(location.hostname),
    })
    toastSuccess(say('account.registered'))
    onDone(person.phone)
    return true
  }
  return (
    <LoginPageDialog title={say('account.registerTitle')} onClose={onClose} onSubmit={submit}>
      <p className="text-muted">{say('account.registerHelp')}</p>
      <PersonFields field={field} />
      <PasswordFields {...input} labels={{ password: say('account.password'), again: say('account.passwordAgain') }} />
    </LoginPageDialog>
  )
}

type FieldProps = {
  name: Name
  value: string
  onChange: (typed: string) => void
  onBlur: () => void
  error: string | null
}

/** Phone, name, department and birth date. */
function PersonFields({ field }: { field: (name: Name) => FieldProps }) {
  const say = useWord()
  return (
    <>
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
    </>
  )
}
