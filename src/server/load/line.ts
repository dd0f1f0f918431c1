import type { Caller } from './callers.ts'
import { type LoadClass, loadClasses, rankOf } from './classes.ts'
import type { Usage } from './usage.ts'

/** A call that waits for its turn; `since` in ms of the admission's clock. */
export type Waiting = { load: LoadClass; name: string; caller: Caller; since: number }

export type Line<Item extends Waiting> = {
  /** Add a call; of a full queue, remove and return one call, which may be the new one. */
  add(item: Item): Item | null
  /** Remove and return the next call among those that `admits` accepts. */
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

/**
 * Order waiting calls: callers beyond their fair share last; then by urgency; then the company, and in it the session,
 * that was served least recently; then by arrival. A full queue drops the least urgent call of the session with most
 * calls in it.
 */
export function createLine<Item extends Waiting>(most: number, usage: Usage): Line<Item> {
  /** By urgency, the most urgent first: each class of callers within their share, then each class of the others. */
  const shelves: Item[][] = [...loadClasses, ...loadClasses].map(() => [])
  const shelfOf = new Map<Item, Item[]>()
  /** Number of queued calls of each session. */
  const sizes = new Map<string, number>()
  const urgencyOf = ({ load, caller }: Pick<Item, 'load' | 'caller'>) =>
    rankOf(load) + (usage.isGreedy(caller) ? loadClasses.length : 0)

  const sizeOf = ({ caller }: Pick<Item, 'caller'>) => sizes.get(caller.session) ?? 0
  function change(item: Item, by: number): void {
    const size = sizeOf(item) + by
    if (size > 0) sizes.set(item.caller.session, size)
    else sizes.delete(item.caller.session)
  }
  function remove(item: Item): void {
    const shelf = shelfOf.get(item)
    if (!shelf) return
    shelf.splice(shelf.indexOf(item), 1)
    shelfOf.delete(item)
    change(item, -1)
  }
  function isBefore(left: Item, right: Item): boolean {
    const difference =
      usage.tenant(left.caller) - usage.tenant(right.caller) ||
      usage.session(left.caller) - usage.session(right.caller) ||
      left.since - right.since
    return difference < 0
  }
  function last(): Item | null {
    const shelf = shelves.findLast((one) => one.length > 0) ?? []
    return shelf.reduce<Item | null>((least, item) => (least && sizeOf(item) < sizeOf(least) ? least : item), null)
  }
  return {
    add(item) {
      const shelf = shelves[urgencyOf(item)]
      shelf?.push(item)
      if (shelf) shelfOf.set(item, shelf)
      change(item, 1)
      if (shelfOf.size <= most) return null
      const least = last()
      if (least) remove(least)
      return least
    },
    next(admits) {
      for (const shelf of shelves) {
        let first: Item | undefined
        for (const item of shelf) if ((!first || isBefore(item, first)) && admits(item)) first = item
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
      const moreUrgent = shelves.slice(0, urgency).reduce((sum, shelf) => sum + shelf.length, 0)
      // Sessions take turns: a session with few queued calls passes one with many.
      const turn = sizeOf(item) + 1
      let before = 0
      for (const size of sizes.values()) before += Math.min(size, turn)
      return moreUrgent + Math.min(shelves[urgency]?.length ?? 0, before)
    },
    fairSize: () => shelves.slice(0, loadClasses.length).reduce((sum, shelf) => sum + shelf.length, 0),
    size: (load) =>
      load
        ? shelves.reduce(
            (sum, shelf, index) => (loadClasses[index % loadClasses.length] === load ? sum + shelf.length : sum),
            0,
          )
        : shelfOf.size,
  }
}
