import { availableParallelism } from 'node:os'

export type Limit = {
  /** How many requests may be worked on at a time. */
  most(): number
  /** From now on `adapt` is called regularly. */
  begin(): void
  /** A call of people, no chart and no file, was answered after so many ms. */
  answered(ms: number): void
  /** Called regularly while somebody waits: the time that passed beyond its interval is how late everything else is, too. */
  adapt(isWanted: boolean): void
}

export type LimitOptions = {
  clock: () => number
  /** The share of time, since it was last asked, in which the thread was busy. */
  utilization: () => number
  /** How long, in ms, calls wait for a connection because all are lent. */
  connectionWaitMs: () => number
}

/** Even then each processor has something to do while another waits for the database. */
const least = Math.max(4, 2 * availableParallelism())
const usual = 24
const greatest = 48
const everyMs = 250
/** The event loop or the database is late by so many ms: fewer at a time. */
const lateMs = 60
const punctualMs = 25
const lessBy = 0.8
/** Even the quicker ones among the answers take so many ms: the machine is shared by too many. Between the two nothing changes. */
const slowMs = 150
const quickMs = 100
/** Calls that wait for one locked row or table are slow for another reason: a quarter of the answers, the quicker ones, says how fast the machine is. */
const quicker = 0.25
const fewest = 4
/** When nobody had to wait for so long, in ms, the usual number is tried again. */
const calmMs = 5_000
/** A thread that is busy for more than this share of its time gains nothing by turning to more requests. */
const busy = 0.8
const tickMs = 25
const newest = 0.2

/**
 * As many as the one thread of JavaScript and the database can turn to without letting anybody wait: more of them would not be finished
 * sooner, only later all together. It falls by a fifth when the event loop runs late, connections are waited for, or answers take long
 * because the database has no processor left, and grows by one while somebody waits though all of them have time.
 */
export function createLimit({ clock, utilization, connectionWaitMs }: LimitOptions): Limit {
  let most = usual
  let late = 0
  let seenAt = clock()
  let changedAt = seenAt
  let answers: number[] = []
  const isBusy = () => utilization() > busy
  /** How long the quicker answers since the last time took; null = too few to say. */
  function pace(): number | null {
    const seen = answers.sort((left, right) => left - right)
    answers = []
    return seen.length < fewest ? null : (seen[Math.floor(seen.length * quicker)] ?? null)
  }
  return {
    most: () => most,
    begin() {
      seenAt = clock()
      // What a burst left says nothing of now.
      if (seenAt - changedAt > calmMs) {
        most = Math.max(most, usual)
        answers = []
      }
    },
    answered(ms) {
      answers.push(ms)
    },
    adapt(isWanted) {
      const now = clock()
      late += newest * (Math.max(0, now - seenAt - tickMs, connectionWaitMs()) - late)
      seenAt = now
      if (now - changedAt < everyMs) return
      changedAt = now
      const took = pace() ?? 0
      if (late > lateMs || took > slowMs) most = Math.max(least, Math.floor(most * lessBy))
      else if (isWanted && late < punctualMs && took < quickMs && !isBusy()) most = Math.min(greatest, most + 1)
    },
  }
}
