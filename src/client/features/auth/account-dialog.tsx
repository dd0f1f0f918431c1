import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { addWords, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
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

type Props = {
  title: string
  onClose: () => void
  /** Sends what was typed; false = a field is wrong and says so itself. What it throws is told over the buttons. */
  onSubmit: () => Promise<boolean>
  children: ReactNode
}

/** The form of the dialogs beside signing in: the first wrong field gets the focus, a refusal is said and nothing typed is lost. */
export function AccountDialog({ title, onClose, onSubmit, children }: Props) {
  const say = useWord()
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setProblem(null)
    setBusy(true)
    try {
      if (await onSubmit()) return onClose()
      setTimeout(() => form.querySelector<HTMLInputElement>('input[aria-invalid=true]')?.focus())
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {say('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {say('account.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {children}
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
