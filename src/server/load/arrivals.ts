/**
 * Node accepts one new connection a turn of its event loop (libuv since 1.45, pull request 3696). Under load a turn
 * takes 10 ms and more, so the last of some hundred simultaneous clients would wait for seconds in the system's queue,
 * where no deadline and no priority applies. Therefore no request is started while connections arrive: turns are short
 * then, and all waiting clients are known at once.
 */
export type Arrivals = {
  /** Record that a connection was accepted. */
  note(): void
  /** Return whether more connections may be queued. */
  areExpected(): boolean
  /** Call `work` when no more connections are expected; once, however often it is requested. */
  afterwards(work: () => void): void
}
export type ArrivalsOptions = {
  /** A monotonic clock in milliseconds. */
  clock?: () => number
  /** Call `work` at the end of this turn of the event loop. */
  nextTurn?: (work: () => void) => void
}

/**
 * Maximum delay of work, in ms: work that was started before ends in about half of it, and only then turns are short.
 */
const mostHeldMs = 120
/** Minimum time, in ms, between two delays, even while connections arrive: a flood of them blocks nobody. */
const leastBetweenMs = 60

/** Track the new connections of one event loop. */
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

/** The arrivals of this process. */
export const arrivals = createArrivals()
