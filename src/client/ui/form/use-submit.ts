import { useState } from 'react'
import { say } from '#client/i18n.ts'
import { toastSuccess } from '#client/ui/toast.ts'

type Options<Saved> = {
  /** Something is added, not changed. */
  isNew: boolean
  /** Closes the form. */
  onSaved: (saved: Saved) => void
  /** Reads again whatever shows what was saved. */
  refresh: () => Promise<unknown>
  /** What is said instead of "created" and "updated"; null = nothing more. */
  done?: ((saved: Saved) => string | null) | undefined
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
      if (said !== null) toastSuccess(said)
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
