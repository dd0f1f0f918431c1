import { useState } from 'react'
import type { DialogForm } from './form-dialog.tsx'
import { refusedAt } from './refused.ts'
import { type SavedToast, useSubmit } from './use-submit.ts'

type Options<Values, Saved> = {
  /** The initial values. */
  values: Values
  /** Whether the values can be sent; once the form was `tried`, the invalid parts show their problems. */
  isRight?: (values: Values) => boolean
  isNew?: boolean
  /** Names of the fields that show the server's refusals themselves. */
  names?: readonly string[]
  send: (values: Values) => Promise<Saved>
  refresh: () => Promise<unknown>
  onSaved: (saved: Saved) => void
  done?: (saved: Saved) => SavedToast
}
type DraftForm<Values> = DialogForm & {
  values: Values
  change: (patch: Partial<Values>) => void
  tried: boolean
  refused: (field: string) => string | null
  /** The initial values again, for a dialog that stays open after it has saved. */
  startAgain: () => void
}

/** A form whose content is not a set of fields, but lines of goods or sets of marks. For fields use `useRecordForm`. */
export function useDraftForm<Values extends object, Saved>(options: Options<Values, Saved>): DraftForm<Values> {
  const { isRight = () => true, isNew = false, names = [], send, refresh, onSaved, done } = options
  const [first] = useState(options.values)
  const [values, setValues] = useState(first)
  const [attempts, setAttempts] = useState(0)
  const { busy, error, submit } = useSubmit<Saved>({ isNew, onSaved, refresh, done })
  return {
    ...{ values, busy, error, names, attempts, problem: null, conflict: null, tried: attempts > 0 },
    dirty: JSON.stringify(values) !== JSON.stringify(first),
    refused: refusedAt(error),
    change: (patch) => setValues((before) => ({ ...before, ...patch })),
    startAgain: () => {
      setValues(first)
      setAttempts(0)
    },
    submit: async () => {
      setAttempts((before) => before + 1)
      if (isRight(values)) await submit(() => send(values))
    },
  }
}
