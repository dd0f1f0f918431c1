import { type RefObject, useLayoutEffect, useRef } from 'react'
import { onSpaceChange } from '#client/ui/space-beside.ts'

/** The fields, including those of a part that has no box of its own. */
const fieldsIn = (element: Element): HTMLElement[] =>
  [...element.children].flatMap((child) => {
    if (!(child instanceof HTMLElement)) return []
    return getComputedStyle(child).display === 'contents' ? fieldsIn(child) : [child]
  })

/**
 * Keep the height of a row of fields when details beside the list take a part of its width, so that the rows below do
 * not move: fields that do not fit are hidden, and the drawer of filters has them.
 */
export function useFittingFields(grid: RefObject<HTMLElement | null>): void {
  const height = useRef(0)
  useLayoutEffect(
    () =>
      onSpaceChange((isBeside) => {
        const element = grid.current
        if (!element) return
        if (isBeside) keepHeight(element, height.current)
        else height.current = release(element)
      }),
    [grid],
  )
  // A field that was rendered after the details opened.
  useLayoutEffect(() => {
    if (grid.current?.style.minHeight) keepHeight(grid.current, height.current)
  })
}

/** @returns the height with all fields */
function release(grid: HTMLElement): number {
  for (const field of fieldsIn(grid)) field.hidden = false
  grid.style.minHeight = ''
  return grid.offsetHeight
}

/** @param height 0 = unknown, because the page opened with details beside the list: then one line of fields */
function keepHeight(grid: HTMLElement, height: number): void {
  release(grid)
  const fields = fieldsIn(grid)
  const most = height || (fields[0]?.offsetHeight ?? 0)
  const top = grid.getBoundingClientRect().top
  const isOut = fields.map((field) => field.getBoundingClientRect().bottom - top > most + 1)
  for (const [at, field] of fields.entries()) field.hidden = isOut[at] ?? false
  grid.style.minHeight = `${most}px`
}
