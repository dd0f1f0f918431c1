import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/tables.ts'
import { sweepAttachments } from '#server/features/attachments/sweep.ts'
import { sweepDeletedOwners } from '#server/features/clients/bin.ts'
import { dailyTable, openDay } from '#server/features/dailies/open-day.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { newestDay } from '#server/features/feeds/plausibility.ts'
import { sweepHistoryFiles } from '#server/features/history/sweep-files.ts'
import { sweepDeletedSites } from '#server/features/sites/sweep.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { Storage } from '#server/services/storage.ts'
import { addDays, businessDay, type Day } from '#shared/dates.ts'
import { plausibleDays } from '#shared/feed.ts'
import { removeExpired } from './clean-up.ts'

export type SchedulerParts = {
  db: Kysely<Database>
  config: Pick<Config, 'timeZone' | 'databaseUrl' | 'dataDir'>
  /** Makes the snapshot of the day when it is due; false = it is due and could not be made. */
  snapshot?: (now: Date, signal: AbortSignal) => Promise<boolean>
  /** Does one piece of what months of device-days need; false = nothing more is due for now. */
  history?: (now: Date, signal: AbortSignal) => Promise<boolean>
  /** What becomes of events by the passing of time. */
  alerts?: (now: Date) => Promise<void>
  /** Judges machines that report no more, and writes hours that are over. */
  live?: (now: Date) => Promise<void>
  storage: Storage
  archive: Archive
  clock: () => Date
  logger: Pick<Logger, 'info' | 'warn'>
}
export type DoubtedDay = { today: Day; known: Day }
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
/** No upload takes as long from its file to its row. */
const uploadMs = 600_000

/** Days from one that is opened to those whose months are made ready with it: a feed that had to make one would hold up all others. */
const monthsAhead = [0, 1, 28]

const otherClock = 'the clock of this machine is not that of the database: no business day is opened until they agree'
const skippedDays =
  'the clock of this machine is days after the newest business day: no day is opened until the clock is right, or a feed of that day is confirmed'

async function tenantIds(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from company where kind = 'base' and tenant_id = id and deleted_at is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The newest day that the tenants of an embedded database know. */
const newestKnown = async (db: Kysely<Database>, today: Day, timeZone: string) =>
  newestDay(db, { companyIds: await tenantIds(db) }, today, { timeZone, embedded: true })

async function dayOfServer(db: Kysely<Database>, timeZone: string): Promise<Day | null> {
  const { rows } = await sql<{ day: Day }>`select (now() at time zone ${timeZone})::date as day`.execute(db)
  return rows[0]?.day ?? null
}

/** Gives every tenant its rows of `day`, each in a transaction of its own, after making the months of the days to come ready. */
export async function openDays(db: Kysely<Database>, day: Day, embedded: boolean): Promise<number> {
  for (const ahead of monthsAhead) await sql`select device_daily_month(${addDays(day, ahead)}::date)`.execute(db)
  const opening = { day, rules: await readHashRules(db), embedded }
  const ids = await tenantIds(db)
  for (const id of ids) await db.transaction().execute((trx) => openDay(trx, [id], opening))
  // Until the planner has seen the rows of the day it takes them for none, and the first feed is joined accordingly.
  await sql`analyze ${sql.table(dailyTable(day))}`.execute(db)
  return ids.length
}

/**
 * The clock of the process: opens each new business day for every tenant within a minute of its beginning, and removes what
 * has expired once an hour, and deleted sites and files that nobody uses at the start and once a day. Several processes may run it: the day is opened once, under a lock. A failure is tried again. Snapshots
 * are made and months closed beside all that, for they take as long as they take.
 */
export function startScheduler({
  db,
  config,
  snapshot,
  history,
  live,
  alerts,
  storage,
  archive,
  clock,
  logger,
}: SchedulerParts): Scheduler {
  const startedAt = clock().getTime()
  let openedDay: Day | null = null
  let doubted: DoubtedDay | null = null
  let cleanedAt = 0
  let sweptAt = 0
  let under: Promise<void> | null = null
  let snapshotFrom = startedAt + snapshotAfterMs
  let making: Promise<void> | null = null
  let historyFrom = startedAt + snapshotAfterMs
  let keeping: Promise<void> | null = null
  const untilClosed = new AbortController()

  /**
   * A day opened by a clock that has jumped would stay the last one. On a server its own clock says which days there can be; the embedded
   * database has no other clock than this one, so the newest day that it knows does, as for a feed, until somebody confirms a later one.
   */
  async function isBelievable(today: Day): Promise<boolean> {
    const isEmbedded = config.databaseUrl === null
    const known = await (isEmbedded ? newestKnown(db, today, config.timeZone) : dayOfServer(db, config.timeZone))
    const ahead = known === null ? 0 : (Date.parse(today) - Date.parse(known)) / sweepMs
    const believed = known === null || (isEmbedded ? ahead : Math.abs(ahead)) <= plausibleDays
    if (!believed && doubted?.today !== today)
      logger.warn({ here: today, known }, isEmbedded ? skippedDays : otherClock)
    doubted = believed ? null : { today, known }
    return believed
  }
  const warn = (error: unknown) =>
    logger.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'the clock of the process could not do its work',
    )
  async function work(): Promise<void> {
    const now = clock()
    const today = businessDay(now, config.timeZone)
    if (openedDay !== today && (await isBelievable(today))) {
      const tenants = await openDays(db, today, config.databaseUrl === null)
      openedDay = today
      logger.info({ day: today, tenants }, 'business day opened')
    }
    if (live && openedDay === today) await live(now).catch(warn)
    // A clock that is not believed would find every site silent.
    if (doubted === null) await alerts?.(now).catch(warn)
    if (now.getTime() - cleanedAt >= cleanUpMs) {
      cleanedAt = now.getTime()
      const removed = await removeExpired(db, now)
      if (removed > 0) logger.info({ removed }, 'expired sessions, tickets and sign-in attempts removed')
    }
    if (now.getTime() - sweptAt >= sweepMs) {
      sweptAt = now.getTime()
      await sweep(now)
    }
  }
  function makeSnapshots(): void {
    const now = clock()
    if (!snapshot || now.getTime() < snapshotFrom) return
    making ??= snapshot(now, untilClosed.signal)
      .then((made) => {
        if (!made) snapshotFrom = now.getTime() + snapshotAgainMs
      })
      .catch(warn)
      .finally(() => {
        making = null
      })
  }
  function keepHistory(): void {
    const now = clock()
    if (!history || now.getTime() < historyFrom) return
    keeping ??= history(now, untilClosed.signal)
      .catch((error: unknown) => {
        if (!untilClosed.signal.aborted) warn(error)
        return false
      })
      .then((more) => {
        if (!more) historyFrom = now.getTime() + historyAgainMs
        keeping = null
      })
  }
  async function sweep(now: Date): Promise<void> {
    const archiving = { db, archive, storage, changing: { embedded: config.databaseUrl === null } }
    const sites = await sweepDeletedSites(archiving, now).catch((error: unknown) => {
      // What it waits for, an archive file perhaps, must not keep the rest from being swept.
      warn(error)
      return 0
    })
    if (sites > 0) logger.info({ sites }, 'sites that were deleted 30 days ago swept for good')
    await sweepDeletedOwners(db, now)
    // The embedded database has one process: what was there before it began belongs to nobody's upload.
    const left = Math.max(now.getTime() - uploadMs, config.databaseUrl === null ? startedAt : 0)
    const { rows, files, foreign } = await sweepAttachments(db, storage, now, new Date(left))
    if (files > 0) logger.info({ rows, files }, 'files that nobody uses removed')
    if (foreign)
      return logger.warn(
        'the files in STORAGE_URL belong to another database: none of them is removed for having no row here',
      )
    const months = await sweepHistoryFiles(db, storage, config.dataDir, now)
    if (months > 0) logger.info({ files: months }, 'files of months that are no longer in the archive removed')
  }
  const tick = async (): Promise<void> => {
    if (untilClosed.signal.aborted) return
    makeSnapshots()
    keepHistory()
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
    doubt: () => doubted,
    async close() {
      untilClosed.abort()
      clearInterval(timer)
      await Promise.all([under, making, keeping])
    },
  }
}
