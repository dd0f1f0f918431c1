import { useBranding } from '#client/branding.ts'
import { useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { followsPasswordRule, longestPassword, type PasswordPolicy, passwordRuleWord } from '#shared/password-rule.ts'

export type Passwords = { password: string; again: string }
type Props = {
  value: Passwords
  onChange: (value: Passwords) => void
  /** Fields that have lost the focus, or all after a submit. */
  touched: ReadonlySet<string>
  onTouch: (field: string) => void
  labels: { password: string; again: string }
  /** Documented: the message of the registration is without "please enter again". */
  differ: string
  autoFocus?: boolean
}

/** Return the messages for broken rules. */
export function passwordErrors(
  { password, again }: Passwords,
  policy: PasswordPolicy,
  say: ReturnType<typeof useWord>,
  differ: string,
) {
  return {
    password: followsPasswordRule(password, policy) ? null : say(passwordRuleWord[policy]),
    again: password === again ? null : differ,
  }
}

/** A new password, twice; leaving the field shows the password rule of the deployment. */
export function PasswordFields({ value, onChange, touched, onTouch, labels, differ, autoFocus = false }: Props) {
  const say = useWord()
  const { passwordPolicy } = useBranding()
  const errors = passwordErrors(value, passwordPolicy, say, differ)
  const rule = say(passwordRuleWord[passwordPolicy])
  const common = {
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    maxLength: longestPassword(passwordPolicy),
  } as const
  return (
    <>
      <TextField
        {...common}
        label={labels.password}
        name="newPassword"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        onBlur={() => value.password !== '' && onTouch('password')}
        help={touched.has('password') && errors.password !== null ? undefined : rule}
        error={touched.has('password') ? errors.password : null}
        autoFocus={autoFocus}
      />
      <TextField
        {...common}
        label={labels.again}
        name="newPasswordAgain"
        value={value.again}
        onChange={(again) => onChange({ ...value, again })}
        onBlur={() => value.again !== '' && onTouch('again')}
        error={touched.has('again') ? errors.again : null}
      />
    </>
  )
}
