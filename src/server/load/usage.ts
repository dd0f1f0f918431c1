import type { Caller } from './callers.ts'

export type Usage = {
  /** `calls` of this caller were begun. */
  count(caller: Caller, calls: number): void
  tenant(caller: Caller): number
  session(caller: Caller): number
  /** True for a session, or a whole company, that has lately had more than its share of all that was begun. */
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
  const of = (map: Map<string, number>, key: string) => map.get(key) ?? 0
  return {
    count({ session, tenant }, calls) {
      fade()
      total += calls
      counts.session.set(session, of(counts.session, session) + calls)
      counts.tenant.set(tenant, of(counts.tenant, tenant) + calls)
    },
    tenant: ({ tenant }) => of(counts.tenant, tenant),
    session: ({ session }) => of(counts.session, session),
    isGreedy: ({ session, tenant }) => of(counts.session, session) > total * most.session || of(counts.tenant, tenant) > total * most.tenant,
  }
}
