import { useState } from 'react'
import { meansSignedOut } from '#client/failures.ts'
import { say } from '#client/i18n.ts'
import { signInRequest } from '#client/sign-in-again.ts'
import { type ToastAction, toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import { nameIn, useShowNewRow } from './new-row.ts'

/** The toast after saving, perhaps with an undo action; null = nothing more. */
export type SavedToast =
  | string
  | { text: string; action?: ToastAction | undefined; show?: ToastAction | undefined }
  | null

type Options<Saved> = {
  /** A row is added, not changed. */
  isNew: boolean
  /** Close the form. */
  onSaved: (saved: Saved) => void
  /** Refetch all queries that show the saved row. */
  refresh: () => Promise<unknown>
  /** The saved values: the toast names the row, and links to it if a list is behind the form. */
  values?: () => Record<string, unknown>
  /** The toast instead of "created" and "updated". */
  done?: ((saved: Saved) => SavedToast) | undefined
}

const rowOf = (saved: unknown): Record<string, unknown> =>
  typeof saved === 'object' && saved !== null ? { ...saved } : {}

/** Name the saved row by its values in the form, else by what the server returned. */
function toastOf(
  isNew: boolean,
  values: Record<string, unknown>,
  saved: unknown,
  showNew: ReturnType<typeof useShowNewRow>,
): SavedToast {
  const text = say(isNew ? 'ui.created' : 'ui.updated')
  const name = nameIn(values) ?? nameIn(rowOf(saved))
  return { text: name === null ? text : doneTo(text, name), show: isNew ? showNew(values) : undefined }
}

/**
 * Save a form in a dialog: one request at a time; then show a toast, close the dialog and refetch the lists behind it.
 * A refusal is `error`, which the form shows; the typed values are kept. Mutations sent by it need `meta: { silent:
 * true }`.
 */
export function useSubmit<Saved>({ isNew, onSaved, refresh, done, values }: Options<Saved>) {
  const showNew = useShowNewRow()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (send: () => Promise<Saved>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const saved = await send()
      const toast = done ? done(saved) : toastOf(isNew, values?.() ?? {}, saved, showNew)
      if (typeof toast === 'string') toastSuccess(toast)
      else if (toast !== null) toastSuccess(toast.text, toast.action, toast.show)
      onSaved(saved)
      await refresh()
    } catch (refusal) {
      // The dialog over the form that asks for the password says that the session has ended.
      if (!meansSignedOut(refusal) || signInRequest() === null) setError(refusal)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, submit, forget: () => setError(null) }
}
