import type { Line, Waiting } from './call-queue.ts'
import { isUrgent, type LoadClass } from './load-classes.ts'

/**
 * A new request is not refused at once behind a queue up to this length, unless the queue lasts: a handful of
 * simultaneous calls is no burst, however slow the machine is.
 */
const shortLine = 64
/** Maximum wait of a call of each class, in ms. Including its own time it stays below the 1.5 s of trust.md O1. */
const patienceMs: Readonly<Record<LoadClass, number>> = {
  session: 1_300,
  saving: 1_300,
  reading: 900,
  charts: 600,
  heavy: 600,
}
/**
 * A queue that lasts this long, in ms, is no short peak: long waits would help nobody, so less urgent calls wait less.
 */
const lastingMs = 1_500
const lastingShare = 0.4
/** Maximum wait of a call that was queued while the database was held, in ms, including the wait for its turn then. */
const heldPatienceMs = 20_000
/** For this time in ms after the database was held, new calls stand behind those that waited, and wait like them. */
const drainMs = 2_000
const longestIntervalMs = 5_000
/** Weight of the newest interval in the moving average of the intervals between turns. */
const newest = 0.05

/** Decide how long queued requests may wait, and whether a new one would wait in vain. */
export function createPatience<Item extends Waiting>(
  line: Pick<Line<Item>, 'ahead' | 'fairSize' | 'size'>,
  { clock, isHeld }: { clock: () => number; isHeld: () => boolean },
) {
  let fairSince = 0
  let turnAt = 0
  let betweenTurns = 0
  let heldUntil = Number.NEGATIVE_INFINITY

  /**
   * Return whether a queued request waits, or has waited, for the end of the work that holds the database, or came just
   * afterwards. Many such requests wait for their turns together: a person who has waited for seconds is not refused at
   * the end.
   */
  function isHeldBack({ since }: Pick<Waiting, 'since'>): boolean {
    if (isHeld()) heldUntil = clock()
    return since <= heldUntil + drainMs
  }
  /** A caller beyond the fair share shortens only their own wait. */
  const isLasting = () => line.fairSize() > 0 && clock() - Math.max(fairSince, heldUntil) > lastingMs
  const patience = (load: LoadClass): number => patienceMs[load] * (!isUrgent(load) && isLasting() ? lastingShare : 1)

  return {
    /** Register a request that is about to be queued. */
    queueing(): void {
      if (line.fairSize() === 0) fairSince = clock()
      if (line.size() === 0) turnAt = clock()
    },
    /** Register that a queued request has its turn. */
    turn(): void {
      const now = clock()
      betweenTurns += newest * (Math.min(now - turnAt, longestIntervalMs) - betweenTurns)
      turnAt = now
    },
    /** Return whether a new request would wait in vain. */
    isHopeless(item: Pick<Item, 'load' | 'caller'>): boolean {
      const ahead = line.ahead(item)
      return (
        !isHeldBack({ since: clock() }) &&
        (ahead >= shortLine || isLasting()) &&
        ahead * betweenTurns > patience(item.load)
      )
    },
    /** Return whether a queued request has waited too long. */
    isOver: (item: Item): boolean => clock() - item.since > (isHeldBack(item) ? heldPatienceMs : patience(item.load)),
  }
}
