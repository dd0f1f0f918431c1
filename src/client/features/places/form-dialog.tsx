import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { refusedElsewhere } from './refused.ts'

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
  /** What the form holds: once it is no longer as it was, Escape, the backdrop and the cross ask before it is lost. */
  draft?: unknown
  /** Names of the fields that say themselves what the server refused (`refusedAt`). */
  names?: readonly string[]
  /** Instead of the message of the server, for a refusal that the form can do something about. */
  refusal?: ReactNode
  /** Beside "cancel", at the other end. */
  aside?: ReactNode
  /** For somebody who may only look. */
  readOnly?: boolean
  children: ReactNode
}

const firstWrong = ':is(input, textarea, button)[aria-invalid=true]'

/** A form in a dialog: save, cancel, and why the server refused it. */
export function FormDialog(props: Props) {
  const { title, busy, error, onSubmit, onClose, size = 'sm', submit, wide = false, draft, names = [], refusal, aside, readOnly = false, children } = props
  const say = useWord()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const now = JSON.stringify(draft)
  const [first] = useState(now)
  const elsewhere = refusedElsewhere(error, names)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !readOnly) void onSubmit()
  }
  const leave = async () => {
    if (busy) return
    if (now === first || (await askConfirm({ message: say('ui.discardAsk'), confirmText: say('ui.discard'), danger: true }))) onClose()
  }
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>(firstWrong)?.focus()
  }, [error])
  return (
    <Dialog
      open
      onClose={() => void leave()}
      size={size}
      role={submit?.danger ? 'alertdialog' : 'dialog'}
      title={title}
      footer={
        <>
          {aside}
          <Button onClick={onClose} disabled={busy}>
            {say(readOnly ? 'ui.close' : 'ui.cancel')}
          </Button>
          {!readOnly && (
            <Button type="submit" form={id} variant={submit?.danger ? 'danger' : 'primary'} busy={busy}>
              {submit?.label ?? say('ui.save')}
            </Button>
          )}
        </>
      }
    >
      <form ref={form} id={id} noValidate autoComplete="off" onSubmit={send} className={classNames('grid gap-4', wide && 'sm:grid-cols-2')}>
        {children}
        {refusal ??
          (elsewhere !== null && (
            <p role="alert" className={classNames('text-danger', wide && 'sm:col-span-2')}>
              {elsewhere}
            </p>
          ))}
      </form>
    </Dialog>
  )
}
