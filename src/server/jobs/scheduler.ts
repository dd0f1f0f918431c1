import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { messageOf } from '#shared/errors.ts'
import { removeExpired } from './clean-up.ts'
import { createDayJudge, type DayJudge, type DoubtedDay, openDays } from './open-business-days.ts'
import { createRepeated } from './repeated-work.ts'
import type { SchedulerParts } from './scheduler-parts.ts'
import { sweep } from './sweep.ts'

export type Scheduler = {
  /** Do at once what is due; nothing after `close`. */
  tick(): Promise<void>
  /**
   * Return the doubtful business day that is not opened, and the day that it is compared with; null = the clock is
   * trusted.
   */
  doubt(): DoubtedDay | null
  /** Stop the scheduler and wait for the work in progress. */
  close(): Promise<void>
}

const tickMs = 60_000
const cleanUpMs = 3_600_000
const sweepMs = 86_400_000
/** The first snapshot waits until the start is over; a failed one is retried after an hour. */
const snapshotAfterMs = 60_000
const snapshotAgainMs = 3_600_000
/** Months become due by the day. */
const historyAgainMs = 3_600_000

/** Create the work of a tick, one step after the other: a new day, time rules, and expired rows. */
function createTickWork(
  parts: SchedulerParts,
  judge: DayJudge,
  { startedAt, warn }: { startedAt: number; warn: (error: unknown) => void },
): () => Promise<void> {
  const { db, config, live, alerts, clock, logger } = parts
  let openedDay: Day | null = null
  let cleanedAt = 0
  let sweptAt = 0
  return async () => {
    const now = clock()
    const today = businessDay(now, config.timeZone)
    if (openedDay !== today && (await judge.isBelievable(today))) {
      const tenants = await openDays(db, today, config.databaseUrl === null)
      openedDay = today
      logger.info({ day: today, tenants }, 'business day opened')
    }
    if (live && openedDay === today) await live(now).catch(warn)
    // With a wrong clock every site would seem silent.
    if (judge.doubted() === null) await alerts?.(now).catch(warn)
    if (now.getTime() - cleanedAt >= cleanUpMs) {
      cleanedAt = now.getTime()
      const removed = await removeExpired(db, now)
      if (removed > 0) logger.info({ removed }, 'expired sessions, tickets and sign-in attempts removed')
    }
    if (now.getTime() - sweptAt >= sweepMs) {
      sweptAt = now.getTime()
      await sweep(parts, { now, startedAt, warn })
    }
  }
}

/**
 * Run periodic work: open each new business day for every tenant within a minute of its start; delete expired rows once
 * an hour, and deleted sites and unused files at the start and once a day. Several processes may run it: a day is
 * opened once, under a lock. A failure is retried. Snapshots and the closing of months run separately, because they
 * take long.
 */
export function startScheduler(parts: SchedulerParts): Scheduler {
  const { snapshot, history, clock, logger } = parts
  const startedAt = clock().getTime()
  const untilClosed = new AbortController()
  const { signal } = untilClosed
  const warn = (error: unknown) =>
    logger.warn({ reason: messageOf(error) }, 'the clock of the process could not do its work')
  const judge = createDayJudge(parts)
  const work = createTickWork(parts, judge, { startedAt, warn })
  const snapshots = createRepeated(snapshot && ((now) => snapshot(now, signal).catch(warnAndGoOn)), {
    from: startedAt + snapshotAfterMs,
    againMs: snapshotAgainMs,
  })
  const months = createRepeated(history && ((now) => history(now, signal).catch(warnUnlessClosed)), {
    from: startedAt + snapshotAfterMs,
    againMs: historyAgainMs,
  })
  let under: Promise<void> | null = null

  function warnAndGoOn(error: unknown): boolean {
    warn(error)
    return true
  }
  function warnUnlessClosed(error: unknown): boolean {
    if (!signal.aborted) warn(error)
    return false
  }
  const tick = async (): Promise<void> => {
    if (signal.aborted) return
    snapshots.ask(clock())
    months.ask(clock())
    under ??= work()
      .catch(warn)
      .finally(() => {
        under = null
      })
    return under
  }
  const timer = setInterval(() => void tick(), tickMs)
  timer.unref()
  return {
    tick,
    doubt: judge.doubted,
    async close() {
      untilClosed.abort()
      clearInterval(timer)
      await Promise.all([under, snapshots.settled(), months.settled()])
    },
  }
}
