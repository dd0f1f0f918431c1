import { type RefObject, useEffect, useRef } from 'react'
import { isPageCovered } from './covered.ts'

/** Rows of a list by their keys, in order. */
type Rows = ReadonlyMap<string, HTMLElement>

type Options = {
  /** The list with its head, whose buttons deal with its rows. */
  list: RefObject<HTMLElement | null>
  rows: () => Rows
  /** What takes the focus in a row; without it, the row. */
  inner?: string
  /** The row whose details are open beside the list. */
  open: string | null
  /** The rows are known; while they are read for the first time, none of them is gone. */
  known: boolean
  /** The row `from` is gone, and the focus went to this one. */
  onMoved?: (from: string, to: string) => unknown
}

/** What takes the focus for a moment and gives it back: dialogs, menus, toasts. */
const passing = '[role=dialog][aria-modal=true], [role=alertdialog], [role=menu], [role=listbox], [aria-live]'
/** Details beside a list. */
const details = '[data-details]'

/** The nearest row that is left: after the one that is gone, or else before it. */
export function nearestLeft(order: readonly string[], gone: string, isLeft: (key: string) => boolean): string | null {
  const at = order.indexOf(gone)
  return order.slice(at + 1).find(isLeft) ?? order.slice(0, Math.max(0, at)).findLast(isLeft) ?? null
}

/** The heading of the page says where somebody is whose list has become empty. */
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

/** Notes which row of a list has the focus, itself or by the details that are open beside it. */
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
      // Given back to something else, because the row is gone.
      if (isBack && held.current !== null && !latest.current.rows().has(held.current))
        requestAnimationFrame(() => check.current(true))
      else held.current = keyAt(target)
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      // A click on the page itself takes the focus from everything.
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
 * Keeps the focus in a list whose rows go once they are dealt with: the next row has it then, or the heading of the page where none is left. What was
 * done in details that are open beside the list leads back to their row.
 * @returns a call that says from which row the focus goes on, where that is not the one that has it
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
    // A dialog that closes gives the focus back first.
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
