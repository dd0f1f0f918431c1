import { type ReactNode, useState } from 'react'
import { addWords, say } from '#client/i18n.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { account } from '#shared/i18n/account.ts'
import { phonePattern } from '#shared/phone.ts'

// The sign-in page does not load these words until a dialog is opened.
addWords([account])

/** Return why a phone number cannot be sent, or null. */
export function phoneError(phone: string): string | null {
  if (phone === '') return say('account.phoneMissing')
  return phonePattern.test(phone) ? null : say('account.phoneWrong')
}

const none: readonly never[] = []

type Props = {
  title: string
  onClose: () => void
  /** Send the form; false = a field is invalid and shows why. A thrown error is shown above the buttons. */
  onSubmit: () => Promise<boolean>
  children: ReactNode
}

/**
 * The form of the dialogs of the sign-in page: the first invalid field gets the focus; a refusal is shown, and the
 * typed text is kept.
 */
export function LoginPageDialog({ title, onClose, onSubmit, children }: Props) {
  const [attempts, setAttempts] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async () => {
    setError(null)
    setBusy(true)
    try {
      if (await onSubmit()) return onClose()
      setAttempts((before) => before + 1)
    } catch (refusal) {
      setError(refusal)
    }
    setBusy(false)
  }
  // Closing needs no confirmation: these few fields are quickly typed again.
  const form = { ...{ busy, error, attempts, submit, names: none }, dirty: false, problem: null, conflict: null }
  return (
    <FormDialog form={form} title={title} submit={{ label: say('account.submit') }} onClose={onClose}>
      {children}
    </FormDialog>
  )
}
