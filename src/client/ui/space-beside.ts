/** Below this width, details beside a list leave too little for all of its filters; equal to `wide` of the styles. */
const tight = matchMedia('(width < 100rem)')
const root = document.documentElement

/** The fields of a row of filters, including those of a part that has no box of its own. */
const fieldsIn = (element: Element): HTMLElement[] =>
  [...element.children].flatMap((child) => {
    if (!(child instanceof HTMLElement)) return []
    return getComputedStyle(child).display === 'contents' ? fieldsIn(child) : [child]
  })

function release(row: HTMLElement): void {
  for (const field of fieldsIn(row)) field.hidden = false
  row.style.minHeight = ''
}

/** Hide the fields that do not fit into this height: the drawer of filters has them. */
function keepHeight(row: HTMLElement, height: number): void {
  release(row)
  if (!tight.matches) return
  const fields = fieldsIn(row)
  const top = row.getBoundingClientRect().top
  const isOut = fields.map((field) => field.getBoundingClientRect().bottom - top > height + 1)
  for (const [at, field] of fields.entries()) field.hidden = isOut[at] ?? false
  row.style.minHeight = `${height}px`
}

/** Change the layout of the page, and keep the element at its place on the screen. */
function keepPlace(kept: Element | null, change: () => void): void {
  const before = kept?.getBoundingClientRect().top
  change()
  if (before === undefined || !kept?.isConnected) return
  const moved = kept.getBoundingClientRect().top - before
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
}

/**
 * Reserve the width of details beside a list, without moving its rows: the filters keep their height, and the page
 * scrolls by what wraps above them.
 * @param row the row that stays in place; null = none
 * @returns the function that releases the width
 */
export function reserveBeside(row: () => Element | null): () => void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-filter-fields]')]
  const heights = rows.map((fields) => fields.offsetHeight)
  const settle = () => {
    for (const [at, fields] of rows.entries()) keepHeight(fields, heights[at] ?? 0)
  }
  // Fields that are rendered later, such as the accounts of a client that was chosen meanwhile.
  const observer = new MutationObserver(settle)
  keepPlace(row(), () => {
    root.dataset.beside = ''
    settle()
  })
  for (const fields of rows) observer.observe(fields, { childList: true, subtree: true })
  addEventListener('resize', settle)
  return () => {
    observer.disconnect()
    removeEventListener('resize', settle)
    keepPlace(row(), () => {
      delete root.dataset.beside
      for (const fields of rows) release(fields)
    })
  }
}
