import { type RefObject, useLayoutEffect } from 'react'

/**
 * Focus a panel of details after a link in it has shown another record: the focused link is gone then, with the record
 * that had it. At once, before the list behind the panel takes the focus for lost.
 */
export function useShownFocus(panel: RefObject<HTMLElement | null>, title: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title names the record that is shown
  useLayoutEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [panel, title])
}
