import { useState } from 'react'
import { say } from '#client/i18n.ts'
import { type ToastAction, toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import { nameIn, useShowNewRow } from './new-row.ts'

/** What is said once it is done, perhaps with the way back; null = nothing more. */
export type Told = string | { text: string; action?: ToastAction | undefined; show?: ToastAction | undefined } | null

type Options<Saved> = {
  /** Something is added, not changed. */
  isNew: boolean
  /** Closes the form. */
  onSaved: (saved: Saved) => void
  /** Reads again whatever shows what was saved. */
  refresh: () => Promise<unknown>
  /** What is saved: its name is said, and where it is behind a list the way to it. */
  values?: () => Record<string, unknown>
  /** What is said instead of "created" and "updated". */
  done?: ((saved: Saved) => Told) | undefined
}

function saidOf(isNew: boolean, values: Record<string, unknown>, showNew: ReturnType<typeof useShowNewRow>): Told {
  const text = say(isNew ? 'ui.created' : 'ui.updated')
  const name = nameIn(values)
  return { text: name === null ? text : doneTo(text, name), show: isNew ? showNew(values) : undefined }
}

/**
 * How a form in a dialog saves: once at a time, says that it is done, closes, and lets the lists behind it follow. What was refused is
 * `error`, for the form to say; what was typed stays. The calls that are sent say `meta: { silent: true }`.
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
      const said = done ? done(saved) : saidOf(isNew, values?.() ?? {}, showNew)
      if (typeof said === 'string') toastSuccess(said)
      else if (said !== null) toastSuccess(said.text, said.action, said.show)
      onSaved(saved)
      await refresh()
    } catch (refusal) {
      setError(refusal)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, submit, forget: () => setError(null) }
}
