import { useState } from 'react'
import { say } from '#client/i18n.ts'
import { type ToastAction, toastSuccess } from '#client/ui/toast.ts'

/** What is said once it is done, perhaps with the way back; null = nothing more. */
export type Told = string | { text: string; action: ToastAction } | null

type Options<Saved> = {
  /** Something is added, not changed. */
  isNew: boolean
  /** Closes the form. */
  onSaved: (saved: Saved) => void
  /** Reads again whatever shows what was saved. */
  refresh: () => Promise<unknown>
  /** What is said instead of "created" and "updated". */
  done?: ((saved: Saved) => Told) | undefined
}

/**
 * How a form in a dialog saves: once at a time, says that it is done, closes, and lets the lists behind it follow. What was refused is
 * `error`, for the form to say; what was typed stays. The calls that are sent say `meta: { silent: true }`.
 */
export function useSubmit<Saved>({ isNew, onSaved, refresh, done }: Options<Saved>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (send: () => Promise<Saved>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const saved = await send()
      const said = done ? done(saved) : say(isNew ? 'ui.created' : 'ui.updated')
      if (typeof said === 'string') toastSuccess(said)
      else if (said !== null) toastSuccess(said.text, said.action)
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
