import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Below this the rows are cards and have no columns; the same as `sm` of the styles. */
const narrow = matchMedia('(width < 40rem)')

const headsOf = (table: HTMLTableElement) => [...table.querySelectorAll<HTMLElement>(':scope > thead > tr > th')]
const isCut = (cell: HTMLElement) => cell.scrollWidth > cell.clientWidth + 1

/** What each column has needed so far, in pixels, so that pages that were seen fit again. */
type Needs = number[]

/** Notes what cells need that are cut. @returns whether there are any */
function noteCut(table: HTMLTableElement, needs: Needs): boolean {
  const cut = [...table.querySelectorAll<HTMLTableCellElement>(':scope > tbody > tr > td')].filter(isCut)
  for (const cell of cut) needs[cell.cellIndex] = Math.max(needs[cell.cellIndex] ?? 0, cell.scrollWidth + 1)
  return cut.length > 0
}

function release(table: HTMLTableElement): void {
  table.style.tableLayout = ''
  for (const head of headsOf(table)) {
    head.style.width = ''
    head.style.minWidth = ''
  }
}

function fix(table: HTMLTableElement, widths: readonly number[]): void {
  for (const [place, head] of headsOf(table).entries()) head.style.width = `${widths[place]}px`
  table.style.tableLayout = 'fixed'
}

/** Lets the browser choose, with space for what columns have needed, and keeps what it chose. */
function hold(table: HTMLTableElement, needs: Needs): number[] {
  release(table)
  const heads = headsOf(table)
  for (const [place, head] of heads.entries()) head.style.minWidth = needs[place] ? `${needs[place]}px` : ''
  const widths = heads.map((head) => head.getBoundingClientRect().width)
  fix(table, widths)
  return widths
}

/** Which columns of which screen at which width of the page are held in which table, and how wide. */
type Held = { place: string; table: HTMLTableElement | null; widths: number[]; needs: Needs }
/** What was held last, for a list that is left and opened again, mostly with other filters. */
const lastHeld = new Map<string, Held>()
/** More of them are many widths of a window that somebody drags. */
const mostHeld = 100

function remember(held: Held): Held {
  if (lastHeld.size >= mostHeld) lastHeld.clear()
  lastHeld.set(held.place, { ...held, table: null })
  return held
}

/**
 * Keeps the columns of a table as wide as its first page made them, so that turning pages, filtering and coming back move nothing; a page whose content does not fit
 * into them makes them anew, wide enough for both, and so do other columns and another width of the page. `rows` = what is shown now, `columns` names the columns.
 */
export function useSteadyWidths(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly unknown[] | undefined,
  columns: string,
): void {
  const held = useRef<Held | null>(null)
  const settle = useCallback(() => {
    const element = table.current
    // The bars of a skeleton need no width of their own.
    if (!element?.querySelector(':scope > tbody:not([aria-hidden])')) return
    if (narrow.matches) {
      held.current = null
      return release(element)
    }
    const place = `${location.pathname} ${columns} ${element.parentElement?.clientWidth}`
    const before = held.current?.place === place ? held.current : lastHeld.get(place)
    if (!before) {
      held.current = remember({ place, table: element, widths: hold(element, []), needs: [] })
      return
    }
    // A page that was waited for comes as a table of its own.
    if (before.table !== element) fix(element, before.widths)
    const isTooNarrow = noteCut(element, before.needs)
    const widths = isTooNarrow ? hold(element, before.needs) : before.widths
    held.current = remember({ ...before, table: element, widths })
  }, [table, columns])
  useLayoutEffect(() => {
    if (rows && rows.length > 0) settle()
  }, [rows, settle])
  // An empty list has no table.
  const isEmpty = rows?.length === 0
  useLayoutEffect(() => {
    const around = isEmpty ? null : table.current?.parentElement
    if (!around) return
    const observer = new ResizeObserver(settle)
    observer.observe(around)
    return () => observer.disconnect()
  }, [table, settle, isEmpty])
}
