import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useAskBeforeClosing } from '#client/ask-before-leaving.ts'
import { onServerReturn } from '#client/connection.ts'
import { codeOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { refusedElsewhere } from './refused.ts'

/** The properties of a form that the dialog needs; `useRecordForm` and `useDraftForm` return them. */
export type DialogForm = {
  busy: boolean
  /** Closing the form would lose typed or chosen values. */
  dirty: boolean
  /** Why the server refused the request. */
  error: unknown
  /** Names of the fields that show the server's refusals themselves. */
  names: readonly string[]
  /** The schema's problem that belongs to no field; null for a form whose schema has only rules of single fields. */
  problem: string | null
  /** The changes made by another user, shown in the form. */
  conflict: ReactNode
  /** The number of submits, including those stopped by a problem. */
  attempts: number
  submit: () => Promise<void>
}
/** Return a dialog form for an action without schema fields: `problem` says what is missing. */
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
  /** 'alertdialog' for an action that cannot easily be undone; always for a dangerous one. */
  role?: 'dialog' | 'alertdialog'
  /** Two fields per row where the width allows it; a field across the whole row has `sm:col-span-2`. */
  wide?: boolean
  /** Content beside "cancel", at the other end. */
  aside?: ReactNode
  /** For a user who may only read. */
  readOnly?: boolean
  /** It stays open after it has saved: the button beside "save" closes it and cancels nothing. */
  stays?: boolean
  /** The label of "cancel", where this word would read like the action itself. */
  cancel?: string | undefined
  children: ReactNode
}

const firstWrong = ':is(input, textarea, button)[aria-invalid=true]'

/** Focus the first invalid field after a submit. */
/** The refusal to show: one for want of a connection is over when the server is reachable again. */
function useStandingRefusal(error: unknown): unknown {
  const [over, setOver] = useState<unknown>(null)
  useEffect(() => onServerReturn(() => setOver(error)), [error])
  return error === over && codeOf(error) === null ? null : error
}

function useFocusOnWrong(form: RefObject<HTMLFormElement | null>, error: unknown, attempts: number): void {
  useEffect(() => {
    if (error || attempts > 0) form.current?.querySelector<HTMLElement>(firstWrong)?.focus()
  }, [form, error, attempts])
}

/** Submit by Ctrl or ⌘ Enter in a multi-line field, where Enter starts a new line. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(event.target instanceof HTMLTextAreaElement))
    return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

type FooterProps = Pick<Props, 'submit' | 'aside' | 'readOnly' | 'stays' | 'cancel' | 'onClose'> & {
  id: string
  busy: boolean
}

/** "Cancel" and "save", or only "close" for a user who may only read; `id` = that of the form. */
function Footer({ id, busy, submit, aside, readOnly = false, stays = false, cancel, onClose }: FooterProps) {
  const say = useWord()
  return (
    <>
      {aside}
      <Button onClick={onClose} disabled={busy}>
        {cancel ?? say(readOnly || stays ? 'ui.close' : 'ui.cancel')}
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
  )
}

/**
 * A form in a dialog: its fields, save and cancel, and the reason why it was not saved. Closing it with unsaved values
 * asks for a confirmation.
 */
export function FormDialog({
  form,
  title,
  onClose,
  size = 'sm',
  submit,
  wide = false,
  aside,
  readOnly = false,
  stays = false,
  cancel,
  role,
  children,
}: Props) {
  const { busy, dirty, names, conflict, attempts } = form
  const error = useStandingRefusal(form.error)
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const elsewhere = form.problem ?? refusedElsewhere(error, names)
  const send = (event: FormEvent) => {
    event.preventDefault()
    // A date that could not be read says so at its field; the last valid one must not be saved instead.
    const unread = element.current?.querySelector<HTMLElement>('[data-wrong]')
    unread?.focus()
    if (!busy && !readOnly && !unread) void form.submit()
  }
  const leave = useAskBeforeClosing(dirty && !readOnly, onClose, busy)
  useFocusOnWrong(element, error, attempts)
  return (
    <Dialog
      open
      onClose={() => !busy && leave()}
      size={size}
      role={role ?? (submit?.danger ? 'alertdialog' : 'dialog')}
      title={title}
      footer={<Footer {...{ id, busy, submit, aside, readOnly, stays, cancel, onClose }} />}
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
