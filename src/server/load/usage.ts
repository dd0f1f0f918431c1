import type { Caller } from './callers.ts'

export type Usage = {
  /** Record that `calls` of this caller were started. */
  count(caller: Caller, calls: number): void
  tenant(caller: Caller): number
  session(caller: Caller): number
  /**
   * Return whether a session has recently exceeded its share of all started calls, or a whole company has even without
   * such a session: the other users of the company are not affected by that session.
   */
  isGreedy(caller: Caller): boolean
}

/** Time constant, in ms: older calls count less, by 1/e after this time. */
const memoryMs = 2_000
const sweepMs = 250
const forgotten = 0.01
const most = { session: 0.5, tenant: 0.75 }

/** Track how much each caller was served during the last seconds: the order of turns depends on it. */
export function createUsage(clock: () => number): Usage {
  const counts = { session: new Map<string, number>(), tenant: new Map<string, number>() }
  /** The latest caller beyond the share of a session; there is at most one such session. */
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
  /** Return the usage of a company, without its greedy session. */
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
