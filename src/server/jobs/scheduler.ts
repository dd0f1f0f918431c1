import { businessDay, type Day } from '#shared/dates.ts'
import { createDayJudge, type DayJudge, type DoubtedDay, openDays } from './business-days.ts'
import { removeExpired } from './clean-up.ts'
import { createRepeated } from './repeated-work.ts'
import type { SchedulerParts } from './scheduler-parts.ts'
import { sweep } from './sweep.ts'

export type Scheduler = {
  /** Does at once what is due; nothing once it is closed. */
  tick(): Promise<void>
  /** The business day that the clock says and that is not opened, and the one that it is compared with; null = the clock is believed. */
  doubt(): DoubtedDay | null
  /** Ends it and waits for what is under way. */
  close(): Promise<void>
}

const tickMs = 60_000
const cleanUpMs = 3_600_000
const sweepMs = 86_400_000
/** A start is over by then, and what failed is tried again after an hour. */
const snapshotAfterMs = 60_000
const snapshotAgainMs = 3_600_000
/** Months become due by the day. */
const historyAgainMs = 3_600_000

/** What each tick does, one after the other: a new day, what passes with time, and what has expired. */
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
    // A clock that is not believed would find every site silent.
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
 * The clock of the process: opens each new business day for every tenant within a minute of its beginning, and removes what
 * has expired once an hour, and deleted sites and files that nobody uses at the start and once a day. Several processes may run it: the day is opened once, under a lock. A failure is tried again. Snapshots
 * are made and months closed beside all that, for they take as long as they take.
 */
export function startScheduler(parts: SchedulerParts): Scheduler {
  const { snapshot, history, clock, logger } = parts
  const startedAt = clock().getTime()
  const untilClosed = new AbortController()
  const { signal } = untilClosed
  const warn = (error: unknown) =>
    logger.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'the clock of the process could not do its work',
    )
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
