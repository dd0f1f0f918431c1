import { availableParallelism } from 'node:os'

export type Limit = {
  /** How many requests may be worked on at a time. */
  most(): number
  /** From now on `adapt` is called regularly. */
  begin(): void
  /** Called regularly while somebody waits: the time that passed beyond its interval is how late everything else is, too. */
  adapt(isWanted: boolean): void
}

/** Even then each processor has something to do while another waits for the database. */
const least = Math.max(4, 2 * availableParallelism())
const usual = 24
const greatest = 48
const everyMs = 250
/** The event loop is late by so many ms: fewer at a time. */
const lateMs = 60
const punctualMs = 25
const lessBy = 0.8
/** A thread that is busy for more than this share of its time gains nothing by turning to more requests. */
const busy = 0.8
const tickMs = 25
const newest = 0.2

/**
 * As many as the one thread of JavaScript can turn to without letting anybody wait: more of them would not be finished sooner, only later
 * all
 * together. It falls by a fifth when the event loop runs late, and grows by one while somebody waits though the thread has time: it is
 * the database then that takes it. `utilization` = the share of time, since it was last asked, in which the thread was busy.
 */
export function createLimit(clock: () => number, utilization: () => number): Limit {
  let most = usual
  let late = 0
  let seenAt = clock()
  let changedAt = seenAt
  const isBusy = () => utilization() > busy
  return {
    most: () => most,
    begin() {
      seenAt = clock()
    },
    adapt(isWanted) {
      const now = clock()
      late += newest * (Math.max(0, now - seenAt - tickMs) - late)
      seenAt = now
      if (now - changedAt < everyMs) return
      changedAt = now
      if (late > lateMs) most = Math.max(least, Math.floor(most * lessBy))
      else if (isWanted && late < punctualMs && !isBusy()) most = Math.min(greatest, most + 1)
    },
  }
}
