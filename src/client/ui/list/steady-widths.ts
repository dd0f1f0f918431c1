import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Below this width the rows are cards without columns; equal to `sm` of the styles. */
const narrow = matchMedia('(width < 40rem)')

const headsOf = (table: HTMLTableElement) => [...table.querySelectorAll<HTMLElement>(':scope > thead > tr > th')]
const isCut = (cell: HTMLElement) => cell.scrollWidth > cell.clientWidth + 1

/** The width in pixels that each column has needed so far, so that pages already seen fit again. */
type Needs = number[]

/**
 * Record the widths that truncated cells need.
 * @returns whether there are any
 */
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

/** Let the browser choose the widths, with at least the recorded width of each column, and fix them. */
function hold(table: HTMLTableElement, needs: Needs): number[] {
  release(table)
  const heads = headsOf(table)
  for (const [place, head] of heads.entries()) head.style.minWidth = needs[place] ? `${needs[place]}px` : ''
  const widths = heads.map((head) => head.getBoundingClientRect().width)
  fix(table, widths)
  return widths
}

/** The fixed widths of a table: its screen, columns and page width (`place`), its element, and the widths. */
type Held = { place: string; table: HTMLTableElement | null; widths: number[]; needs: Needs }
/** The last fixed widths, for a list that is left and opened again, usually with other filters. */
const lastHeld = new Map<string, Held>()
/** The most entries kept: more of them only come from dragging the edge of a window. */
const mostHeld = 100

function remember(held: Held): Held {
  if (lastHeld.size >= mostHeld) lastHeld.clear()
  lastHeld.set(held.place, { ...held, table: null })
  return held
}

/**
 * Keep the columns of a table as wide as its first page made them, so that paging, filtering and returning move
 * nothing. A page whose content does not fit recalculates the widths for both pages; other columns or another page
 * width also recalculate them. `rows` = the rows shown now, `columns` names the columns.
 */
export function useSteadyWidths(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly unknown[] | undefined,
  columns: string,
): void {
  const held = useRef<Held | null>(null)
  const settle = useCallback(() => {
    const element = table.current
    // The bars of a skeleton need no widths of their own.
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
    // A page that was loading is rendered in a new table element.
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
