import { type RefObject, useEffect, useRef } from 'react'
import { isPageCovered } from './covered.ts'

/** The rows of a list by their keys, in order. */
type Rows = ReadonlyMap<string, HTMLElement>

type Options = {
  /** The list with its header, whose buttons act on its rows. */
  list: RefObject<HTMLElement | null>
  rows: () => Rows
  /** The selector of the focusable element in a row; without it, the row itself. */
  inner?: string
  /** The row whose details are open beside the list. */
  open: string | null
  /** The rows are loaded; during the first load no row counts as gone. */
  known: boolean
  /** Called after the row `from` is gone and this row got the focus. */
  onMoved?: (from: string, to: string) => unknown
}

/** Elements that take the focus for a moment and return it: dialogs, menus, toasts. */
const passing = '[role=dialog][aria-modal=true], [role=alertdialog], [role=menu], [role=listbox], [aria-live]'
/** Details beside a list. */
const details = '[data-details]'

/** Return the nearest remaining row: the next one after the row that is gone, else the one before it. */
export function nearestLeft(order: readonly string[], gone: string, isLeft: (key: string) => boolean): string | null {
  const at = order.indexOf(gone)
  return order.slice(at + 1).find(isLeft) ?? order.slice(0, Math.max(0, at)).findLast(isLeft) ?? null
}

/** Focus the heading of the page, which tells a screen reader user with an empty list where they are. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}

/** Record which row of a list has the focus, itself or through its details beside the list. */
function useFocusHolder(
  list: Options['list'],
  held: RefObject<string | null>,
  latest: RefObject<Pick<Options, 'rows' | 'open'>>,
  check: RefObject<(isBack: boolean) => void>,
): void {
  useEffect(() => {
    let isAway = false
    const keyAt = (target: Element): string | null => {
      if (target.closest(details)) return latest.current.open
      for (const [key, row] of latest.current.rows()) if (row.contains(target)) return key
      return null
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const isBack = isAway
      isAway = target.closest(passing) !== null
      if (isAway) return
      // The row is gone, so the focus was returned to another element.
      if (isBack && held.current !== null && !latest.current.rows().has(held.current))
        requestAnimationFrame(() => check.current(true))
      else held.current = keyAt(target)
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      // A click on the page itself removes the focus.
      if (target instanceof Element && !target.closest(`${passing}, ${details}`) && !list.current?.contains(target))
        held.current = null
    }
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [list, held, latest, check])
}

/**
 * Keep the focus in a list whose rows disappear after an action: focus the next row, or the heading of the page if no
 * row remains. After an action in the details beside the list, focus the row of the details.
 * @returns a function that names the row where the focus continues, if that is not the focused row
 */
export function useKeptFocus({ list, rows, inner, open, known, onMoved }: Options): (key: string) => void {
  const held = useRef<string | null>(null)
  const order = useRef<readonly string[]>([])
  const latest = useRef({ rows, open, known, onMoved })
  const check = useRef((_isBack: boolean) => {})
  useEffect(() => {
    check.current = (isBack) => {
      const from = held.current
      if (from === null || !latest.current.known || isPageCovered()) return
      const now = latest.current.rows()
      const isGone = !now.has(from)
      if (!isFocusLost() && !(isBack && isGone)) return
      const to = isGone ? nearestLeft(order.current, from, (key) => now.has(key)) : from
      held.current = to
      if (to === null) return focusHeading()
      const row = now.get(to)
      const target = inner === undefined ? row : row?.querySelector<HTMLElement>(inner)
      target?.focus()
      if (isGone) latest.current.onMoved?.(from, to)
    }
  })
  useEffect(() => {
    latest.current = { rows, open, known, onMoved }
    const now = rows()
    if (held.current === null || now.has(held.current)) order.current = [...now.keys()]
    if (held.current === null) return
    // Wait until a closing dialog has returned the focus.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => check.current(false))
    })
    return () => cancelAnimationFrame(frame)
  })
  useFocusHolder(list, held, latest, check)
  return (key) => {
    held.current = key
  }
}
