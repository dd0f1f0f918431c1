import { byName } from '#shared/names.ts'
import { SortedPlaces } from './sorted-places.ts'

type Place = { id: number; name: string }
/** Places by id and, once they were asked for so, in the order of their names. */
export type NamedPlaces<Value extends Place> = {
  byId: ReadonlyMap<number, Value>
  inOrder(): readonly Value[]
  /** The same places after some have changed; `changed` are those of `ids` that are still there. */
  after(ids: ReadonlySet<number>, changed: readonly Value[]): NamedPlaces<Value>
}

/** Where `place` stands, or belongs, among places in order. */
function positionOf(place: Place, inOrder: readonly Place[]): number {
  let [low, high] = [0, inOrder.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = inOrder[middle]
    if (other && byName(other, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function named<Value extends Place>(byId: SortedPlaces<Value>, sorted: readonly Value[] | null): NamedPlaces<Value> {
  let known = sorted
  return {
    byId,
    inOrder() {
      known ??= [...byId.values()].sort(byName)
      return known
    },
    after(ids, changed) {
      const next = byId.after(ids, changed)
      if (!known) return named(next, null)
      const order = known.slice()
      for (const id of ids) {
        const former = byId.get(id)
        if (former) order.splice(positionOf(former, order), 1)
      }
      for (const place of changed) order.splice(positionOf(place, order), 0, place)
      return named(next, order)
    },
  }
}

/**
 * Comparing thousands of Chinese names takes a tenth of a second: they are sorted once, and later changes are put into their places.
 * @param places in the order of their ids
 */
export const namedPlaces = <Value extends Place>(places: readonly Value[]): NamedPlaces<Value> =>
  named(new SortedPlaces(places), null)
