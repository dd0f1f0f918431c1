import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keep the focus among buttons that an action replaces by others: if the focused one is gone, focus the first that is
 * left. Call it where the buttons are rendered.
 */
export function useKeptActions(group: RefObject<HTMLElement | null>): void {
  const isHere = useRef(false)
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      isHere.current = target instanceof Node && group.current?.contains(target) === true
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [group])
  useEffect(() => {
    if (isHere.current && document.activeElement === document.body)
      group.current?.querySelector<HTMLElement>('button:enabled, a[href]')?.focus()
  })
}
