import { useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { useEncryptPassword } from '#client/encrypt-password.ts'
import { useWord } from '#client/i18n.ts'
import { type Passwords, passwordErrors } from './password-fields.tsx'

const empty: Passwords = { password: '', again: '' }

/** Track the fields that have lost the focus; after a submit, all of them. */
function useTouched(fields: readonly string[]) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  return {
    touched,
    touch: (field: string) => setTouched((before) => new Set([...before, field])),
    touchAll: () => setTouched(new Set(fields)),
    clear: () => setTouched(new Set()),
  }
}

/**
 * The state of a form with a new password: what `PasswordFields` shows, its errors, and the touched fields of the whole
 * form. `fields` = the other fields of the form, `differ` = the message for two different passwords.
 */
export function useNewPassword(fields: readonly string[], differ: string) {
  const say = useWord()
  const encrypt = useEncryptPassword()
  const { passwordPolicy } = useBranding()
  const [passwords, setPasswords] = useState(empty)
  const { touched, touch, touchAll, clear } = useTouched([...fields, 'password', 'again'])
  return {
    /** The properties of `PasswordFields`. */
    input: { value: passwords, onChange: setPasswords, touched, onTouch: touch, differ },
    errors: passwordErrors(passwords, passwordPolicy, say, differ),
    encrypt,
    encryptBoth: async () => ({
      password: await encrypt(passwords.password),
      passwordAgain: await encrypt(passwords.again),
    }),
    touched,
    touch,
    touchAll,
    clear: () => {
      setPasswords(empty)
      clear()
    },
  }
}
