import { isUrgent, type LoadClass, loadClasses, rankOf } from './classes.ts'

/** What of a scarce thing each class and everything less urgent may hold together: nothing slow ever takes the last of it from what is urgent. */
const shares: Readonly<Record<LoadClass, number>> = { session: 1, saving: 0.9, reading: 0.75, charts: 0.5, heavy: 0.25 }
/** The last of what a class may hold goes to calls, by their names, that hold none yet: one locked table stops those that read it and no other. */
const shareOfOthers = 0.25

export type Bulkheads = {
  /** May one more be taken? */
  admits(load: LoadClass, name: string): boolean
  /** Takes `count` (1) of them; what cannot be taken apart may take more than there are. */
  take(load: LoadClass, name: string, count?: number): void
  giveBack(load: LoadClass, name: string, count?: number): void
  /** How many a class holds. */
  taken(load: LoadClass): number
}

/** Who holds how many of `capacity()` things, such as connections; a capacity of one is shared by turns alone. */
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
      let held = byRank.slice(own + 1).reduce((sum, count) => sum + count, 0)
      // What an urgent class keeps for itself is not taken by one below it either.
      for (let rank = own; rank >= 0; rank -= 1) {
        const upper = loadClasses[rank] ?? load
        const ofRank = byRank[rank] ?? 0
        held += ofRank
        const most = mostOf(upper)
        if (held >= most) return false
        const forOthers = Math.floor(most * shareOfOthers)
        // Nothing urgent is kept waiting by what is not, so there its own class alone counts.
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
