import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useScreenKeys } from '#client/frame/screen-keys.ts'
import { isTyping } from '#client/frame/shortcuts.ts'
import { isKeyTaken } from '#client/ui/covered.ts'
import { useFollowed } from '#client/ui/use-followed.ts'

const moving = { keys: ['J', 'K', '↑', '↓'], word: 'keys.rows' } as const
const opening = { keys: ['Enter', 'O'], word: 'keys.open' } as const
const choosing = { keys: ['X'], word: 'keys.choose' } as const
const screenKeys = {
  look: [moving],
  open: [moving, opening],
  choose: [moving, choosing],
  both: [moving, opening, choosing],
}

type Keys = {
  count: number
  /** Enter or O on the row at this index. */
  open: ((at: number) => void) | undefined
  /** X on the row. */
  choose: ((at: number) => void) | undefined
  /**
   * The index of the row whose details are open beside the list, and the function that shows another row's; null =
   * none.
   */
  beside: { at: number; follow: (at: number) => void } | null
}

/**
 * The keys of a table's rows, one of which Tab can reach: ↑ ↓ Home End move, Enter opens. J and K move in the first
 * list of a page wherever the focus is, O opens and X selects the focused row; not while a dialog covers the page, a menu is open
 * or a text is typed. Details beside the list follow the focus.
 * @returns the index of the row that has or last had the focus, and the props of the table body
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, { count, open, choose, beside }: Keys) {
  const [active, setActive] = useState(0)
  useScreenKeys(open ? (choose ? screenKeys.both : screenKeys.open) : choose ? screenKeys.choose : screenKeys.look)
  const followed = useFollowed()
  const focus = (at: number, isHeld: boolean) => {
    const place = Math.min(count - 1, Math.max(0, at))
    body.current?.rows[place]?.focus()
    if (beside && place !== beside.at) followed(() => beside.follow(place), isHeld)
  }
  const latest = useRef({ active, beside, open, choose, focus })
  useEffect(() => {
    latest.current = { active, beside, open, choose, focus }
  })
  useEffect(() => {
    const onLetter = (event: globalThis.KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!'jkxo'.includes(key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || isKeyTaken() || document.querySelector('table.cards > tbody') !== body.current)
        return
      const at = [...(body.current?.rows ?? [])].findIndex((row) => row.contains(document.activeElement))
      const { active: last, beside: shown, focus: move, choose: toggle, open: show } = latest.current
      if ('xo'.includes(key)) {
        if (at >= 0) (key === 'x' ? toggle : show)?.(at)
        return
      }
      // The details are of a row that is gone, and the focus is on the one that moved into its place: that one is next.
      if (key === 'j' && shown && shown.at < 0 && at >= 0) return move(at, event.repeat)
      const from = at >= 0 ? at : (shown?.at ?? -1)
      move(from < 0 ? last : from + (key === 'j' ? 1 : -1), event.repeat)
    }
    addEventListener('keydown', onLetter)
    return () => removeEventListener('keydown', onLetter)
  }, [body])
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (!(event.target instanceof HTMLTableRowElement)) return
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: count - 1 }
    const target = moves[event.key]
    if (target !== undefined) {
      event.preventDefault()
      focus(target, event.repeat)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      open(active)
    }
  }
  return { active: Math.min(active, count - 1), onFocus: setActive, onKeyDown }
}
