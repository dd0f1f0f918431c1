import { type LoadClass, loadClasses, rankOf } from './classes.ts'

/** What of a scarce thing each class and everything less urgent may hold together: nothing slow ever takes the last of it from what is urgent. */
const shares: Readonly<Record<LoadClass, number>> = { session: 1, saving: 0.9, reading: 0.75, charts: 0.5, heavy: 0.25 }
/** What one call, by its name, may hold of what its class may: one locked table stops the calls that read it and no other. */
const usualShareOfOne = 2 / 3

export type Bulkheads = {
  /** May one more be taken? */
  admits(load: LoadClass, name: string): boolean
  /** Takes `count` (1) of them; what cannot be taken apart may take more than there are. */
  take(load: LoadClass, name: string, count?: number): void
  giveBack(load: LoadClass, name: string, count?: number): void
  /** How many a class holds. */
  taken(load: LoadClass): number
}

/**
 * Who holds how many of `capacity()` things, such as connections; a capacity of one is shared by turns alone. `shareOfOne` = what one call
 * may hold of what its class may.
 */
export function createBulkheads(capacity: () => number, shareOfOne: (load: LoadClass) => number = () => usualShareOfOne): Bulkheads {
  const byRank = loadClasses.map(() => 0)
  const byName = new Map<string, number>()
  const mostOf = (load: LoadClass) => Math.max(1, Math.floor(capacity() * shares[load]))
  const add = (load: LoadClass, name: string, count: number) => {
    byRank[rankOf(load)] = (byRank[rankOf(load)] ?? 0) + count
    const held = (byName.get(name) ?? 0) + count
    if (held > 0) byName.set(name, held)
    else byName.delete(name)
  }
  return {
    admits(load, name) {
      const own = mostOf(load)
      let held = byRank.slice(rankOf(load) + 1).reduce((sum, count) => sum + count, 0)
      // What an urgent class keeps for itself is not taken by one below it either.
      for (let rank = rankOf(load); rank >= 0; rank -= 1) {
        held += byRank[rank] ?? 0
        if (held >= mostOf(loadClasses[rank] ?? load)) return false
      }
      return (byName.get(name) ?? 0) < Math.max(1, Math.ceil(own * shareOfOne(load)))
    },
    take: (load, name, count = 1) => add(load, name, count),
    giveBack: (load, name, count = 1) => add(load, name, -count),
    taken: (load) => byRank[rankOf(load)] ?? 0,
  }
}
