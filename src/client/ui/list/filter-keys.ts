import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { useScreenKeys } from '#client/frame/screen-keys.ts'
import { isTyping } from '#client/frame/shortcuts.ts'
import { isPageCovered } from '#client/ui/covered.ts'

const screenKeys = [
  { keys: ['/'], word: 'table.key.filters' },
  { keys: ['Esc'], word: 'table.key.clearText' },
] as const

const isShown = (element: HTMLElement) => element.offsetParent !== null

/** The first thing of a filter bar that can be used: its text, or else what comes first. */
export const focusFilters = (bar: HTMLElement | null): void =>
  [...(bar?.querySelectorAll<HTMLElement>('input, button') ?? [])].find(isShown)?.focus()

/**
 * `/` leads to the filters of a list; Escape in the text empties that, and nothing else: what was chosen is given up by its chip or by "clear".
 * @param clearText false = it is empty
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
    // What is open closes first; the drawer of a narrow page is not inside of the bar.
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      // The text comes first; the browser empties other fields by itself.
      target !== currentTarget.querySelector('input[type=search]')
    )
      return
    if (currentTarget.querySelector('[aria-expanded=true]')) return
    // With an empty text the key is for what is open beside the list.
    if (!clearText()) return
    event.preventDefault()
    event.stopPropagation()
  }
}
