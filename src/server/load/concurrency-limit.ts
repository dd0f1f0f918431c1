import { availableParallelism } from 'node:os'

export type Limit = {
  /** Return the maximum number of concurrent requests. */
  most(): number
  /** Reset the timing: from now on `adapt` is called regularly. */
  begin(): void
  /** Record the duration, in ms, of a user's call, except charts and files. */
  answered(ms: number): void
  /**
   * Adjust the limit. It is called regularly while requests wait: a call later than its interval measures the delay of
   * the event loop.
   */
  adapt(): void
}

export type LimitOptions = {
  clock: () => number
  /** Return the share of time since the last call in which the thread was busy. */
  utilization: () => number
  /** Return how long, in ms, calls wait for a connection because all are in use. */
  connectionWaitMs: () => number
}

/** The minimum keeps each processor busy while another call waits for the database. */
const least = Math.max(4, 2 * availableParallelism())
const usual = 24
const greatest = 48
const everyMs = 250
/** Delay of the event loop or the database, in ms, from which the limit is lowered. */
const lateMs = 60
const punctualMs = 25
const lessBy = 0.8
/**
 * Duration of the quicker responses, in ms, from which the machine counts as overloaded. Between the two values the
 * limit is unchanged.
 */
const slowMs = 150
const quickMs = 100
/**
 * Calls that wait for one locked row or table are slow for another reason: the quickest quarter of the responses
 * measures the machine's speed.
 */
const quicker = 0.25
const fewest = 4
/** After this time, in ms, without waiting requests, the usual limit applies again. */
const calmMs = 5_000
/** A thread that is busy for more than this share of its time gains nothing from more concurrent requests. */
const busy = 0.8
const tickMs = 25
const newest = 0.2

/**
 * Adapt the number of concurrent requests to the thread of JavaScript and the database: more of them would not finish
 * sooner, only all together later. The limit falls by a fifth when the event loop is late, connections are awaited, or
 * responses are slow because the database has no processor left. It grows by one while requests wait although both have
 * time.
 */
export function createLimit({ clock, utilization, connectionWaitMs }: LimitOptions): Limit {
  let most = usual
  let late = 0
  let seenAt = clock()
  let changedAt = seenAt
  let answers: number[] = []
  const isBusy = () => utilization() > busy
  /** Return the duration of the quicker responses since the last call; null = too few of them. */
  function pace(): number | null {
    const seen = answers.sort((left, right) => left - right)
    answers = []
    return seen.length < fewest ? null : (seen[Math.floor(seen.length * quicker)] ?? null)
  }
  return {
    most: () => most,
    begin() {
      seenAt = clock()
      // Durations from a past burst are no longer valid.
      if (seenAt - changedAt > calmMs) {
        most = Math.max(most, usual)
        answers = []
      }
    },
    answered(ms) {
      answers.push(ms)
    },
    adapt() {
      const now = clock()
      late += newest * (Math.max(0, now - seenAt - tickMs, connectionWaitMs()) - late)
      seenAt = now
      if (now - changedAt < everyMs) return
      changedAt = now
      const took = pace() ?? 0
      if (late > lateMs || took > slowMs) most = Math.max(least, Math.floor(most * lessBy))
      else if (late < punctualMs && took < quickMs && !isBusy()) most = Math.min(greatest, most + 1)
    },
  }
}
