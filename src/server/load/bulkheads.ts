import { isUrgent, type LoadClass, loadClasses, rankOf } from './load-classes.ts'

/**
 * Share of a scarce resource that each class and all less urgent ones may hold together: slow calls never take the last
 * of it from urgent ones.
 */
const shares: Readonly<Record<LoadClass, number>> = { session: 1, saving: 0.9, reading: 0.75, charts: 0.5, heavy: 0.25 }
/**
 * The last share of a class is reserved for call names that hold none yet: one locked table only stops the calls that
 * read it.
 */
const shareOfOthers = 0.25

export type Bulkheads = {
  /** Return whether one more may be taken. */
  admits(load: LoadClass, name: string): boolean
  /** Take `count` (default 1); an indivisible request may take more than are left. */
  take(load: LoadClass, name: string, count?: number): void
  giveBack(load: LoadClass, name: string, count?: number): void
  /** Return how many a class holds. */
  taken(load: LoadClass): number
}

/** Track who holds how many of `capacity()` units, such as connections; a capacity of one is shared by turns alone. */
export function createBulkheads(capacity: () => number): Bulkheads {
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
      const own = rankOf(load)
      const again = byName.has(name)
      let held = 0
      for (let rank = own + 1; rank < byRank.length; rank += 1) held += byRank[rank] ?? 0
      // A less urgent class must not take the reserve of a more urgent one either.
      for (let rank = own; rank >= 0; rank -= 1) {
        const upper = loadClasses[rank] ?? load
        const ofRank = byRank[rank] ?? 0
        held += ofRank
        const most = mostOf(upper)
        if (held >= most) return false
        const forOthers = Math.floor(most * shareOfOthers)
        // Less urgent calls never delay an urgent one, so the limit of its own class is enough.
        if (isUrgent(upper)) {
          if (rank === own && again && ofRank >= most - forOthers) return false
        } else {
          const forFirsts = rank < own ? Math.min(1, forOthers) : 0
          if (held >= most - (again ? forOthers : forFirsts)) return false
        }
      }
      return true
    },
    take: (load, name, count = 1) => add(load, name, count),
    giveBack: (load, name, count = 1) => add(load, name, -count),
    taken: (load) => byRank[rankOf(load)] ?? 0,
  }
}
