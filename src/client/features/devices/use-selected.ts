import { useCallback, useMemo, useState } from 'react'
import type { DeviceState } from '#shared/devices.ts'
import type { DeviceSelection } from '#shared/selected-devices.ts'

type SelectionFilters = Extract<DeviceSelection, { filters: unknown }>['filters']

/** A machine as it was selected. */
export type SelectedRow = { id: number; state: DeviceState }
type State = { rows: ReadonlyMap<number, DeviceState>; expected: number | null }
const none: State = { rows: new Map(), expected: null }

export type Selected = {
  count: number
  /** All matching rows are selected, on every page. */
  all: boolean
  has: (id: number) => boolean
  /** The states of single selected machines when they were selected, also of those on other pages. */
  states: readonly DeviceState[]
  toggle: (row: SelectedRow) => void
  add: (rows: readonly SelectedRow[]) => void
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
    ({ id, state: chosen }: SelectedRow) =>
      setState(({ rows, expected }) => {
        const next = new Map(expected === null ? rows : [])
        if (!next.delete(id)) next.set(id, chosen)
        return { rows: next, expected: null }
      }),
    [],
  )
  const add = useCallback(
    (added: readonly SelectedRow[]) =>
      setState(({ rows }) => ({
        rows: new Map([...rows, ...added.map((row): [number, DeviceState] => [row.id, row.state])]),
        expected: null,
      })),
    [],
  )
  const takeAll = useCallback((expected: number) => setState({ rows: new Map(), expected }), [])
  const clear = useCallback(() => setState(none), [])
  return useMemo(() => {
    const { rows, expected } = state
    const devices: DeviceSelection | null =
      expected !== null ? { filters, expected } : rows.size > 0 ? { ids: [...rows.keys()] } : null
    return {
      count: expected ?? rows.size,
      all: expected !== null,
      has: (id) => expected !== null || rows.has(id),
      states: [...rows.values()],
      toggle,
      add,
      takeAll,
      clear,
      devices,
    }
  }, [state, filters, toggle, add, takeAll, clear])
}
