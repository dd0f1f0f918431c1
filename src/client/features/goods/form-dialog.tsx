import { type FormEvent, type ReactNode, useId } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

type Props = {
  title: string
  busy: boolean
  error: unknown
  onSubmit: () => void
  onClose: () => void
  size?: 'sm' | 'md' | 'lg'
  submit?: { label: string; danger?: true }
  children: ReactNode
}

/** A form in a dialog: save, cancel, and why the server refused it. */
export function FormDialog({ title, busy, error, onSubmit, onClose, size = 'sm', submit, children }: Props) {
  const say = useWord()
  const form = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      size={size}
      role={submit?.danger ? 'alertdialog' : 'dialog'}
      title={title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {say('ui.cancel')}
          </Button>
          <Button type="submit" form={form} variant={submit?.danger ? 'danger' : 'primary'} busy={busy}>
            {submit?.label ?? say('ui.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate autoComplete="off" onSubmit={send} className="grid gap-4">
        {children}
        {error !== null && error !== undefined && (
          <p role="alert" className="text-danger">
            {messageOf(error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
