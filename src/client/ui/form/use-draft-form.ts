import { useState } from 'react'
import type { DialogForm } from './form-dialog.tsx'
import { refusedAt } from './refused.ts'
import { type Told, useSubmit } from './use-submit.ts'

type Options<Values, Saved> = {
  /** As the form opens. */
  values: Values
  /** Whether that can be sent; what is wrong says so itself once it was `tried`. */
  isRight?: (values: Values) => boolean
  isNew?: boolean
  /** Names of the fields that say themselves what the server refused. */
  names?: readonly string[]
  send: (values: Values) => Promise<Saved>
  refresh: () => Promise<unknown>
  onSaved: (saved: Saved) => void
  done?: (saved: Saved) => Told
}
type DraftForm<Values> = DialogForm & {
  values: Values
  change: (patch: Partial<Values>) => void
  tried: boolean
  refused: (field: string) => string | null
}

/** A form whose content is no set of fields: lines of goods, sets of marks. Forms of fields are `useRecordForm`. */
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
    submit: async () => {
      setAttempts((before) => before + 1)
      if (isRight(values)) await submit(() => send(values))
    },
  }
}
