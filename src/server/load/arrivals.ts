/**
 * Node takes one new connection a turn of its event loop (libuv since 1.45, pull request 3696). Under load a turn takes 10 ms and more, so
 * of some hundred clients who come at once the last would wait for seconds, with the system, where no deadline and no priority counts.
 * While connections arrive, nothing new is begun: turns are short then, and all who wait are known at once.
 */
export type Arrivals = {
  /** A connection was taken. */
  note(): void
  /** Others may be waiting behind it. */
  areExpected(): boolean
  /** Calls `work` when nobody is expected any more; once, however often it is asked for. */
  afterwards(work: () => void): void
}
export type ArrivalsOptions = {
  /** Milliseconds; they never go back. */
  clock?: () => number
  /** Calls `work` at the end of this turn of the event loop. */
  nextTurn?: (work: () => void) => void
}

/** Work is held up for so many ms at most: what was begun before ends in about half of them, and only then turns are short. */
const mostHeldMs = 120
/** Then work goes on for at least so many ms, even while connections arrive: a flood of them stops nobody. */
const leastBetweenMs = 60

/** Watches the connections of one event loop. */
export function createArrivals({
  clock = () => performance.now(),
  nextTurn = (work) => void setImmediate(work),
}: ArrivalsOptions = {}): Arrivals {
  let heldSince: number | null = null
  let releasedAt = Number.NEGATIVE_INFINITY
  let arrived = false
  const waiting = new Set<() => void>()
  function look(): void {
    if (arrived && clock() - (heldSince ?? 0) < mostHeldMs) {
      arrived = false
      nextTurn(look)
      return
    }
    heldSince = null
    releasedAt = clock()
    const due = [...waiting]
    waiting.clear()
    for (const work of due) work()
  }
  return {
    note() {
      arrived = true
      if (heldSince !== null || clock() - releasedAt < leastBetweenMs) return
      heldSince = clock()
      nextTurn(look)
    },
    areExpected: () => heldSince !== null,
    afterwards(work) {
      waiting.add(work)
    },
  }
}

/** Those of this process. */
export const arrivals = createArrivals()
