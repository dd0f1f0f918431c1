import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { refusedElsewhere } from './refused.ts'

/** What the dialog has to know of a form; `useRecordForm` and `useDraftForm` give it. */
export type DialogForm = {
  busy: boolean
  /** Something typed or chosen would be lost. */
  dirty: boolean
  /** Why the server refused it. */
  error: unknown
  /** Names of the fields that say themselves what the server refused. */
  names: readonly string[]
  /** What the schema refuses beyond the fields; a form whose fields are all it asks for has none. */
  problem: string | null
  /** What somebody else has changed, to be shown in the form. */
  conflict: ReactNode
  /** How often it was sent, or held back because something is wrong. */
  attempts: number
  submit: () => Promise<void>
}
/** A dialog that does something without fields of a schema: what is missing is its `problem`. */
export const actionForm = (form: Pick<DialogForm, 'busy' | 'submit'> & Partial<DialogForm>): DialogForm => ({
  ...{ dirty: false, error: null, names: [], problem: null, conflict: null, attempts: 0 },
  ...form,
})

type Props = {
  form: DialogForm
  title: string
  onClose: () => void
  size?: 'sm' | 'md' | 'lg'
  submit?: { label: string; danger?: boolean; disabled?: boolean }
  /** Asks before something that is not easily taken back; a dangerous one always does. */
  role?: 'dialog' | 'alertdialog'
  /** Two fields beside each other where there is space; what takes a whole row says `sm:col-span-2`. */
  wide?: boolean
  /** Beside "cancel", at the other end. */
  aside?: ReactNode
  /** For somebody who may only look. */
  readOnly?: boolean
  children: ReactNode
}

const firstWrong = ':is(input, textarea, button)[aria-invalid=true]'

/** Leads to the first field that is wrong once the form was sent. */
function useFocusOnWrong(form: RefObject<HTMLFormElement | null>, error: unknown, attempts: number): void {
  useEffect(() => {
    if (error || attempts > 0) form.current?.querySelector<HTMLElement>(firstWrong)?.focus()
  }, [form, error, attempts])
}

/** Ctrl or ⌘ Enter sends from a field of many lines, where Enter begins another one. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(event.target instanceof HTMLTextAreaElement))
    return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** A form in a dialog: its fields, save and cancel, and why it was not saved. Leaving with something typed asks before it is lost. */
export function FormDialog({
  form,
  title,
  onClose,
  size = 'sm',
  submit,
  wide = false,
  aside,
  readOnly = false,
  role,
  children,
}: Props) {
  const { busy, dirty, error, names, conflict, attempts } = form
  const say = useWord()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const elsewhere = form.problem ?? refusedElsewhere(error, names)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !readOnly) void form.submit()
  }
  const leave = async () => {
    if (busy) return
    if (!dirty || (await askConfirm({ message: say('ui.discardAsk'), confirmText: say('ui.discard'), danger: true })))
      onClose()
  }
  useFocusOnWrong(element, error, attempts)
  return (
    <Dialog
      open
      onClose={() => void leave()}
      size={size}
      role={role ?? (submit?.danger ? 'alertdialog' : 'dialog')}
      title={title}
      footer={
        <>
          {aside}
          <Button onClick={onClose} disabled={busy}>
            {say(readOnly ? 'ui.close' : 'ui.cancel')}
          </Button>
          {!readOnly && (
            <Button
              type="submit"
              form={id}
              variant={submit?.danger ? 'danger' : 'primary'}
              busy={busy}
              disabled={submit?.disabled ?? false}
            >
              {submit?.label ?? say('ui.save')}
            </Button>
          )}
        </>
      }
    >
      <form
        ref={element}
        id={id}
        noValidate
        autoComplete="off"
        onSubmit={send}
        onKeyDown={sendByKey}
        className={classNames('grid gap-4', wide && 'sm:grid-cols-2')}
      >
        {children}
        {conflict ??
          (elsewhere !== null && (
            <p role="alert" className={classNames('text-danger', wide && 'sm:col-span-2')}>
              {elsewhere}
            </p>
          ))}
      </form>
    </Dialog>
  )
}
