import type { Caller } from './callers.ts'
import { type LoadClass, loadClasses, rankOf } from './load-classes.ts'
import type { Usage } from './usage.ts'

/** A call that waits for its turn; `since` in ms of the admission's clock. */
export type Waiting = { load: LoadClass; name: string; caller: Caller; since: number }

export type Line<Item extends Waiting> = {
  /** Add a call; of a full queue, remove and return one call, which may be the new one. */
  add(item: Item): Item | null
  /** Remove and return the next call among those that `admits` accepts, which decides by class and name alone. */
  next(admits: (item: Item) => boolean): Item | undefined
  remove(item: Item): void
  /** Remove and return all calls for which `isOver` is true. */
  removeWhere(isOver: (item: Item) => boolean): Item[]
  /** Return about how many calls would have their turn before a new one. */
  ahead(item: Pick<Item, 'load' | 'caller'>): number
  size(load?: LoadClass): number
  /** Return how many of them are within their fair share. */
  fairSize(): number
}

/** Count the queued calls of each session. */
function createSessionSizes() {
  const sizes = new Map<string, number>()
  const of = ({ caller }: Pick<Waiting, 'caller'>): number => sizes.get(caller.session) ?? 0
  return {
    of,
    change(item: Pick<Waiting, 'caller'>, by: number): void {
      const size = of(item) + by
      if (size > 0) sizes.set(item.caller.session, size)
      else sizes.delete(item.caller.session)
    },
    /** Return the number of queued calls, of at most `turn` calls of each session. */
    within(turn: number): number {
      let sum = 0
      for (const size of sizes.values()) sum += Math.min(size, turn)
      return sum
    },
  }
}

/** Return whether a call has its turn before another one of the same urgency. */
function isBefore(usage: Usage, left: Waiting, right: Waiting): boolean {
  if (left.caller.session === right.caller.session && left.caller.tenant === right.caller.tenant)
    return left.since < right.since
  const difference =
    usage.tenant(left.caller) - usage.tenant(right.caller) ||
    usage.session(left.caller) - usage.session(right.caller) ||
    left.since - right.since
  return difference < 0
}

const lengthOf = (lists: readonly (readonly unknown[])[]): number => lists.reduce((sum, list) => sum + list.length, 0)

/**
 * Order waiting calls: callers beyond their fair share last; then by urgency; then the company, and in it the session,
 * that was served least recently; then by arrival. A full queue drops the least urgent call of the session with most
 * calls in it.
 */
export function createLine<Item extends Waiting>(most: number, usage: Usage): Line<Item> {
  /** By urgency, the most urgent first: each class of callers within their share, then each class of the others. */
  const shelves: Item[][] = [...loadClasses, ...loadClasses].map(() => [])
  const shelfOf = new Map<Item, Item[]>()
  const sizes = createSessionSizes()
  const urgencyOf = ({ load, caller }: Pick<Item, 'load' | 'caller'>) =>
    rankOf(load) + (usage.isGreedy(caller) ? loadClasses.length : 0)

  function remove(item: Item): void {
    const shelf = shelfOf.get(item)
    if (!shelf) return
    shelf.splice(shelf.indexOf(item), 1)
    shelfOf.delete(item)
    sizes.change(item, -1)
  }
  function last(): Item | null {
    const shelf = shelves.findLast((one) => one.length > 0) ?? []
    return shelf.reduce<Item | null>((least, item) => (least && sizes.of(item) < sizes.of(least) ? least : item), null)
  }
  return {
    add(item) {
      const shelf = shelves[urgencyOf(item)]
      shelf?.push(item)
      if (shelf) shelfOf.set(item, shelf)
      sizes.change(item, 1)
      if (shelfOf.size <= most) return null
      const least = last()
      if (least) remove(least)
      return least
    },
    next(admits) {
      for (const shelf of shelves) {
        if (shelf.length === 0) continue
        let first: Item | undefined
        /** A busy call waits many times: do not ask for each of them. */
        let refusedName: string | null = null
        for (const item of shelf) {
          if (item.name === refusedName || (first && !isBefore(usage, item, first))) continue
          if (admits(item)) first = item
          else refusedName = item.name
        }
        if (!first) continue
        remove(first)
        return first
      }
      return undefined
    },
    remove,
    removeWhere(isOver) {
      const over = [...shelfOf.keys()].filter(isOver)
      for (const item of over) remove(item)
      return over
    },
    ahead(item) {
      const urgency = urgencyOf(item)
      // Sessions take turns: a session with few queued calls passes one with many.
      const before = sizes.within(sizes.of(item) + 1)
      return lengthOf(shelves.slice(0, urgency)) + Math.min(shelves[urgency]?.length ?? 0, before)
    },
    fairSize: () => lengthOf(shelves.slice(0, loadClasses.length)),
    size: (load) =>
      load ? lengthOf(shelves.filter((_, index) => loadClasses[index % loadClasses.length] === load)) : shelfOf.size,
  }
}
