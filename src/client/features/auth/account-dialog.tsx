import { type ReactNode, useState } from 'react'
import { addWords, say } from '#client/i18n.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { account } from '#shared/i18n/account.ts'

// The sign-in page does without these words until a dialog is opened.
addWords([account])

/** Which fields were left; all of them once sending was tried. */
export function useLeft(fields: readonly string[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return {
    left,
    leave: (field: string) => setLeft((before) => new Set([...before, field])),
    leaveAll: () => setLeft(new Set(fields)),
    clear: () => setLeft(new Set()),
  }
}

const none: readonly never[] = []

type Props = {
  title: string
  onClose: () => void
  /** Sends what was typed; false = a field is wrong and says so itself. What it throws is told over the buttons. */
  onSubmit: () => Promise<boolean>
  children: ReactNode
}

/** The form of the dialogs beside signing in: the first wrong field gets the focus, a refusal is said and nothing typed is lost. */
export function AccountDialog({ title, onClose, onSubmit, children }: Props) {
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
  // Nothing asks before it closes: what was typed here is soon typed again.
  const form = { ...{ busy, error, attempts, submit, names: none }, dirty: false, problem: null, conflict: null }
  return (
    <FormDialog form={form} title={title} submit={{ label: say('account.submit') }} onClose={onClose}>
      {children}
    </FormDialog>
  )
}
