import { useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { longestTypedPassword } from '#shared/password-rule.ts'

type Props = {
  value: string
  onChange: (value: string) => void
  error: string | null
  help?: string
  className?: string
  autoFocus?: boolean
}

/** The user's own password, typed again before an action that a stolen session must not do. */
export function OwnPasswordField({ value, onChange, error, help, className, autoFocus = false }: Props) {
  const say = useWord()
  return (
    <TextField
      label={say('ownPassword.label')}
      name="ownPassword"
      type="password"
      autoComplete="current-password"
      required
      maxLength={longestTypedPassword}
      value={value}
      onChange={onChange}
      error={error}
      help={help}
      className={className}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
    />
  )
}
