import { useLayoutEffect, useState } from 'react'

/** Return how far the error of a field reaches below its control, in pixels; 0 = it has none. */
export function errorBelow(control: Element | null): number {
  const box = control?.closest('.control')
  if (!box) return 0
  // Not by `aria-describedby`, which fields of the library get only after this (`described.ts`).
  const ids = [box, ...box.querySelectorAll('[id]')].map(({ id }) => id)
  const error = ids.map((id) => document.getElementById(`${id}-error`)).find((element) => element !== null)
  return error ? Math.max(0, error.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom) : 0
}

/**
 * The same for the field with this id. A list that opens by itself when a failed form focuses its field must not cover
 * the reason.
 */
export function useErrorBelow(id: string | undefined): number {
  const [height, setHeight] = useState(0)
  // After every rendering, because the error can be replaced by another one.
  useLayoutEffect(() => setHeight(id === undefined ? 0 : errorBelow(document.getElementById(id))))
  return height
}
