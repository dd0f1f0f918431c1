import { type RefObject, useState } from 'react'
import { useKeptFocus } from '#client/ui/kept-focus.ts'
import { useFollowed } from '#client/ui/use-followed.ts'
import type { Need, NeedGroup } from '#shared/today.ts'
import { keyOf } from './need-words.ts'
import { isSelectable, type NeedActions } from './use-need-actions.tsx'
import { rowsIn, useQueueKeys } from './use-queue-keys.ts'

/** The rows of a queue, and what is open and selected in it. */
export type Queue = {
  groups: readonly NeedGroup[]
  openKey: string | null
  onOpen: (need: Need) => void
  /** Called when another row gets the focus while details are open. */
  onFollow: (key: string) => void
  onClose: () => void
  selected: ReadonlySet<string>
  onSelect: (keys: ReadonlySet<string>) => void
  actions: NeedActions
}

const lineOf = (row: HTMLElement): HTMLElement => row.closest('li') ?? row

/**
 * Selection, actions and keys of a queue; the open details follow the row with the keyboard focus. Tab reaches only the
 * row that last had the focus, so that a long queue does not separate the page's head from its right column.
 */
export function useQueue(list: RefObject<HTMLElement | null>, queue: Queue) {
  const { groups, openKey, onOpen, onFollow, onClose, selected, onSelect, actions } = queue
  const needs = groups.flatMap(({ rows }) => rows)
  const [reached, reach] = useState<string | null>(null)
  const keys = needs.map(keyOf)
  const reachable = [reached, openKey].find((key) => key !== null && keys.includes(key)) ?? keys[0]
  const chosen = needs.filter((need) => selected.has(keyOf(need)))
  const [first, ...others] = chosen
  const together =
    first !== undefined &&
    others.every(({ kind, state }) => kind === first.kind && (kind !== 'conflict' || state === first.state))
  const toggle = (key: string) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onSelect(next)
  }
  const holdFocus = useKeptFocus({
    list,
    rows: () => new Map(rowsIn(list.current).map((row) => [row.dataset.need ?? '', lineOf(row)])),
    inner: '[data-need]',
    open: openKey,
    known: true,
    onMoved: (from, to) => from === openKey && onFollow(to),
  })
  const deal = (some: readonly Need[]) => {
    const [only] = some
    if (!only) return
    holdFocus(keyOf(only))
    if (!actions.act(some)) onOpen(only)
  }
  const followed = useFollowed()
  useQueueKeys(list, {
    move: (key, isHeld) => openKey !== null && followed(() => onFollow(key), isHeld),
    close: () => (openKey === null ? onSelect(new Set()) : onClose()),
    select: (key) => {
      const need = needs.find((one) => keyOf(one) === key)
      if (need && isSelectable(need) && actions.mayAct[need.kind]) toggle(key)
    },
    act: (key) => {
      if (together) deal(chosen)
      else if (chosen.length === 0) deal(needs.filter((need) => keyOf(need) === key))
    },
  })
  return { needs, chosen, together, toggle, deal, reachable, reach }
}
