import { useLayoutEffect } from 'react'
import type { FieldControl } from './field.tsx'

/**
 * Connect a field of the library with its help and its error. The library replaces `aria-describedby` by the ids of its
 * own descriptions, here none, and a screen reader would not read the reason that prevents saving.
 */
export function useDescribed(control: FieldControl | undefined): void {
  const id = control?.id
  const described = control?.['aria-describedby']
  // After every rendering, because the element can be a new one.
  useLayoutEffect(() => {
    const field = id === undefined ? null : document.getElementById(id)
    if (described === undefined) field?.removeAttribute('aria-describedby')
    else field?.setAttribute('aria-describedby', described)
  })
}
