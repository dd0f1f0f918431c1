import { useCallback, useMemo, useState } from 'react'
import type { DeviceSelection } from '#shared/selected-devices.ts'

type SelectionFilters = Extract<DeviceSelection, { filters: unknown }>['filters']

type State = { ids: ReadonlySet<number>; expected: number | null }
const none: State = { ids: new Set(), expected: null }

export type Selected = {
  count: number
  /** All matching rows are selected, on every page. */
  all: boolean
  has: (id: number) => boolean
  toggle: (id: number) => void
  add: (rows: readonly { id: number }[]) => void
  takeAll: (expected: number) => void
  clear: () => void
  /** null = nothing is selected. */
  devices: DeviceSelection | null
}

/** Return the selected machines whose rows are on the page; none if all matching rows are selected. */
export const knownOf = <Row extends { id: number }>(
  { all, has }: Pick<Selected, 'all' | 'has'>,
  rows: readonly Row[] = [],
) => (all ? [] : rows.filter(({ id }) => has(id)))

/** The selected machines of a list; changed filters clear the selection, another page does not. */
export function useSelected(filters: SelectionFilters): Selected {
  const [state, setState] = useState<State>(none)
  const key = JSON.stringify(filters)
  const [chosenFor, setChosenFor] = useState(key)
  // Adjust the state while rendering, so that no frame shows the selection of other filters.
  if (chosenFor !== key) {
    setChosenFor(key)
    setState(none)
  }
  const toggle = useCallback(
    (id: number) =>
      setState(({ ids, expected }) => {
        const next = new Set(expected === null ? ids : [])
        if (!next.delete(id)) next.add(id)
        return { ids: next, expected: null }
      }),
    [],
  )
  const add = useCallback(
    (rows: readonly { id: number }[]) =>
      setState(({ ids }) => ({ ids: new Set([...ids, ...rows.map(({ id }) => id)]), expected: null })),
    [],
  )
  const takeAll = useCallback((expected: number) => setState({ ids: new Set(), expected }), [])
  const clear = useCallback(() => setState(none), [])
  return useMemo(() => {
    const { ids, expected } = state
    const devices: DeviceSelection | null =
      expected !== null ? { filters, expected } : ids.size > 0 ? { ids: [...ids] } : null
    return {
      count: expected ?? ids.size,
      all: expected !== null,
      has: (id) => expected !== null || ids.has(id),
      toggle,
      add,
      takeAll,
      clear,
      devices,
    }
  }, [state, filters, toggle, add, takeAll, clear])
}
