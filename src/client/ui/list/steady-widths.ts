import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Below this the rows are cards and have no columns; the same as `sm` of the styles. */
const narrow = matchMedia('(width < 40rem)')

const headsOf = (table: HTMLTableElement) => [...table.querySelectorAll<HTMLElement>(':scope > thead > tr > th')]
const isCut = (cell: HTMLElement) => cell.scrollWidth > cell.clientWidth + 1

function release(table: HTMLTableElement): void {
  table.style.tableLayout = ''
  for (const head of headsOf(table)) head.style.width = ''
}

function hold(table: HTMLTableElement): void {
  release(table)
  const heads = headsOf(table)
  const widths = heads.map((head) => head.getBoundingClientRect().width)
  for (const [place, head] of heads.entries()) head.style.width = `${widths[place]}px`
  table.style.tableLayout = 'fixed'
}

/**
 * Keeps the columns of a table as wide as its first page made them, so that turning pages moves nothing; a page whose content does not fit
 * into them makes them anew, and so do other columns and another width of the page. `rows` = what is shown now, `columns` names the columns.
 */
export function useSteadyWidths(table: RefObject<HTMLTableElement | null>, rows: readonly unknown[] | undefined, columns: string): void {
  const heldFor = useRef<string | null>(null)
  const settle = useCallback(() => {
    const element = table.current
    if (!element) return
    const place = `${columns} ${element.parentElement?.clientWidth}`
    if (narrow.matches) release(element)
    else if (heldFor.current !== place || [...element.querySelectorAll<HTMLElement>(':scope > tbody > tr > td')].some(isCut)) hold(element)
    heldFor.current = narrow.matches ? null : place
  }, [table, columns])
  useLayoutEffect(() => {
    if (rows && rows.length > 0) settle()
  }, [rows, settle])
  useLayoutEffect(() => {
    const around = table.current?.parentElement
    if (!around) return
    const observer = new ResizeObserver(settle)
    observer.observe(around)
    return () => observer.disconnect()
  }, [table, settle])
}
