import type { Caller } from './callers.ts'

export type Usage = {
  /** `calls` of this caller were begun. */
  count(caller: Caller, calls: number): void
  tenant(caller: Caller): number
  session(caller: Caller): number
  /**
   * True for a session that has lately had more than its share of all that was begun, and for a whole company that has had it even without
   * such a session: its other people do not pay for one of them.
   */
  isGreedy(caller: Caller): boolean
}

/** What was begun so long ago, in ms, counts for 1/e of what is begun now. */
const memoryMs = 2_000
const sweepMs = 250
const forgotten = 0.01
const most = { session: 0.5, tenant: 0.75 }

/** Who was served how much during the last seconds: the measure by which callers take turns. */
export function createUsage(clock: () => number): Usage {
  const counts = { session: new Map<string, number>(), tenant: new Map<string, number>() }
  /** Who began something last of those with more than the share of a session; there is one at most. */
  let greediest: Caller | null = null
  let total = 0
  let sweptAt = clock()

  function fade(): void {
    const passed = clock() - sweptAt
    if (passed < sweepMs) return
    sweptAt += passed
    const kept = Math.exp(-passed / memoryMs)
    total *= kept
    for (const map of Object.values(counts))
      for (const [key, count] of map)
        if (count * kept < forgotten) map.delete(key)
        else map.set(key, count * kept)
  }
  const isGreedySession = ({ session }: Caller) => of(counts.session, session) > total * most.session
  /** What a company has had, without its greedy session. */
  function restOf({ tenant }: Caller): number {
    const own = greediest?.tenant === tenant && isGreedySession(greediest) ? of(counts.session, greediest.session) : 0
    return of(counts.tenant, tenant) - own
  }
  const of = (map: Map<string, number>, key: string) => map.get(key) ?? 0
  return {
    count(caller, calls) {
      const { session, tenant } = caller
      fade()
      total += calls
      counts.session.set(session, of(counts.session, session) + calls)
      counts.tenant.set(tenant, of(counts.tenant, tenant) + calls)
      if (isGreedySession(caller)) greediest = caller
    },
    tenant: ({ tenant }) => of(counts.tenant, tenant),
    session: ({ session }) => of(counts.session, session),
    isGreedy: (caller) => isGreedySession(caller) || restOf(caller) > total * most.tenant,
  }
}
