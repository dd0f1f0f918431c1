import type { Caller } from './callers.ts'
import { type LoadClass, loadClasses, rankOf } from './classes.ts'
import type { Usage } from './usage.ts'

/** A call that waits for its turn; `since` in ms of the admission's clock. */
export type Waiting = { load: LoadClass; name: string; caller: Caller; since: number }

export type Line<Item extends Waiting> = {
  /** Puts a call in; of a full line the one that has to leave is returned, which may be this very call. */
  add(item: Item): Item | null
  /** Takes out whose turn it is among those that `admits` lets pass. */
  next(admits: (item: Item) => boolean): Item | undefined
  remove(item: Item): void
  /** Takes out all of whom that is true. */
  removeWhere(isOver: (item: Item) => boolean): Item[]
  /** About how many would have their turn before a call that came now. */
  ahead(item: Pick<Item, 'load' | 'caller'>): number
  size(load?: LoadClass): number
  /** How many of them are within their share. */
  fairSize(): number
}

/**
 * Who waits, in the order of turns: a caller who has had more than his share comes after all others; then the more urgent class; then
 * the company, and in it the session, that was served least of late; then the one who came first. A full line loses the least urgent
 * call of the session that has most of them in it.
 */
export function createLine<Item extends Waiting>(most: number, usage: Usage): Line<Item> {
  /** By urgency, the most urgent first: each class of callers within their share, then each class of the others. */
  const shelves: Item[][] = [...loadClasses, ...loadClasses].map(() => [])
  const shelfOf = new Map<Item, Item[]>()
  /** Calls of each session in the line. */
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
      // Sessions take turns: who has few calls here passes the many of another.
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
