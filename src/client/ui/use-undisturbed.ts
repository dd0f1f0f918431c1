import { useEffect, useState } from 'react'

const modals = '[role=alertdialog], [role=dialog][aria-modal=true]'
const menus = '[role=menu], [role=listbox]'
const countOf = (elements: string): number =>
  [...document.querySelectorAll(elements)].filter((element) => element.checkVisibility()).length

/**
 * Follow whether the page has space for details beside its content, but not while a question, a form or a menu is open:
 * a drawer that opens then would cover it, and what the details have opened would be lost.
 * @param open whether the details are shown; without space they are a modal drawer themselves
 */
export function useUndisturbed(hasSpace: boolean, open: boolean): boolean {
  const [kept, keep] = useState(hasSpace)
  const own = open && !kept ? 1 : 0
  useEffect(() => {
    if (hasSpace === kept) return
    const settle = () => {
      if (countOf(modals) <= own && countOf(menus) === 0) keep(hasSpace)
    }
    settle()
    const observer = new MutationObserver(settle)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [hasSpace, kept, own])
  return kept
}
