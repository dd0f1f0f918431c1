import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { useScreenKeys } from '#client/frame/screen-keys.ts'
import { isTyping } from '#client/frame/shortcuts.ts'
import { isPageCovered } from '#client/ui/covered.ts'

const screenKeys = [
  { keys: ['/'], word: 'table.key.filters' },
  { keys: ['Esc'], word: 'table.key.clearText' },
] as const

const isShown = (element: HTMLElement) => element.offsetParent !== null

/** Focus the first visible control of a filter bar: its search text, or else the first other control. */
export const focusFilters = (bar: HTMLElement | null): void =>
  [...(bar?.querySelectorAll<HTMLElement>('input, button') ?? [])].find(isShown)?.focus()

/**
 * `/` focuses the filters of a list; Escape in the search text clears only the text: other filters are removed by their
 * chips or by "clear".
 * @param clearText returns false if the text is already empty
 */
export function useFilterKeys(bar: RefObject<HTMLElement | null>, clearText: () => boolean) {
  useScreenKeys(screenKeys)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const withModifier = event.ctrlKey || event.metaKey || event.altKey
      if (event.key !== '/' || withModifier || event.defaultPrevented || isTyping(event.target)) return
      if (isPageCovered()) return
      event.preventDefault()
      focusFilters(bar.current)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [bar])
  return (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget, target } = event
    // Escape closes an open menu first; the drawer of a narrow page is outside the bar.
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      // Only handle the search text; the browser clears other fields by itself.
      target !== currentTarget.querySelector('input[type=search]')
    )
      return
    if (currentTarget.querySelector('[aria-expanded=true]')) return
    // With an empty text, Escape is for the details beside the list.
    if (!clearText()) return
    event.preventDefault()
    event.stopPropagation()
  }
}
