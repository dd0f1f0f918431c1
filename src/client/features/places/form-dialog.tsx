import { type FormEvent, type ReactNode, useId } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'

type Props = {
  title: string
  busy: boolean
  error: unknown
  onSubmit: () => void | Promise<void>
  onClose: () => void
  size?: 'sm' | 'md' | 'lg'
  submit?: { label: string; danger?: true }
  /** Two fields beside each other where there is room; what takes a whole row says `sm:col-span-2`. */
  wide?: boolean
  children: ReactNode
}

/** A form in a dialog: save, cancel, and why the server refused it. */
export function FormDialog({ title, busy, error, onSubmit, onClose, size = 'sm', submit, wide = false, children }: Props) {
  const say = useWord()
  const form = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void onSubmit()
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
      <form id={form} noValidate autoComplete="off" onSubmit={send} className={classNames('grid gap-4', wide && 'sm:grid-cols-2')}>
        {children}
        {error !== null && error !== undefined && (
          <p role="alert" className={classNames('text-danger', wide && 'sm:col-span-2')}>
            {messageOf(error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
