import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import { messageOf } from '#shared/errors.ts'
import type { Leases } from './jobs/leases.ts'

/** What a feed has written: the number of fleet rows, and the names of its device-day tables. */
export type Written = { rows: number; dailies: readonly string[] }

/** Vacuum tables after feeds to restore index-only scans and statistics, once for many feeds. */
export type Tidying = {
  /**
   * Register the begin of a feed: tables are vacuumed after it.
   * @returns the function to call at its end, with what it has written
   */
  begin(): (written?: Written) => void
  /** Wait for the vacuum in progress. */
  idle(): Promise<void>
  /** Cancel a pending vacuum, and wait for the table in progress. */
  close(): Promise<void>
}

type TidyingParts = {
  /** The connections for jobs: no user's call waits for them. */
  db: Kysely<Database>
  leases: Leases
  /** True for a server whose autovacuum handles small feeds (migration 0040). */
  autovacuums: boolean
  logger: Pick<Logger, 'info' | 'warn'>
  /** Runs work in which one statement may take long. */
  maintain?: (work: () => Promise<void>) => Promise<void>
}

/** Delay in ms after the last feed, and maximum delay after the first of a series. */
const quietMs = 3_000
const longestMs = 300_000
/** Minimum rows of one feed for an immediate vacuum on a server. */
const leastRows = 20_000
/**
 * One table after the other, so that none blocks the embedded engine's connection for long. Source: data.md A and B1
 */
const tables = [
  'device',
  'device_count',
  'device_leaf_count',
  'device_place_count',
  'daily_leaf',
  'daily_scope',
  'daily_type',
]
const task = 'tidying'

/** The name under which the vacuum of a device-day table is recorded. */
const taskOf = (daily: string): string => `${task} ${daily}`

/**
 * Return the tasks that another process has begun since our last feed, at `lastAt` (`performance.now()`). Only the
 * database's clock is compared.
 */
async function begunSince(db: Kysely<Database>, names: readonly string[], lastAt: number): Promise<Set<string>> {
  const { rows } = await sql<{ name: string; ago: number }>`
      select name, extract(epoch from now() - done_at)::float8 * 1000 as ago from scheduled_task
      where name = any(${[...names]}::text[])`.execute(db)
  const sinceMs = performance.now() - lastAt
  return new Set(rows.flatMap(({ name, ago }) => (ago < sinceMs ? [name] : [])))
}

/**
 * Vacuum one table after the other, until it `isClosed`, and record the begin for other processes. A table that another
 * one has begun since `lastAt` is left out: it vacuums the tables of all feeds, but only the device-days of its own.
 */
async function vacuumInTurn(
  { db, autovacuums, logger, maintain = (work) => work() }: TidyingParts,
  { dailies, lastAt }: { dailies: readonly string[]; lastAt: number },
  isClosed: () => boolean,
): Promise<void> {
  const all = [task, ...dailies.map(taskOf)]
  const done = autovacuums ? await begunSince(db, all, lastAt) : new Set<string>()
  const names = all.filter((name) => !done.has(name))
  if (names.length === 0) return
  await sql`insert into scheduled_task(name, done_at) select name, now() from unnest(${names}::text[]) name
    on conflict (name) do update set done_at = excluded.done_at`.execute(db)
  const began = performance.now()
  for (const table of [...(done.has(task) ? [] : tables), ...dailies.filter((daily) => !done.has(taskOf(daily)))]) {
    if (isClosed()) return
    await maintain(async () => void (await db.executeQuery(CompiledQuery.raw(`vacuum (analyze) ${table}`))))
  }
  logger.info({ ms: Math.round(performance.now() - began) }, 'tables tidied after feeds')
}

/** Count feeds in progress, and collect what the finished ones have written. Times by `performance.now()`. */
function createFeedLog(isWorthwhile: (written: Written) => boolean) {
  const dailies = new Set<string>()
  let running = 0
  let firstAt = 0
  let lastAt = 0
  return {
    begin(): void {
      running += 1
    },
    end(written: Written | undefined): void {
      running -= 1
      if (!written || !isWorthwhile(written)) return
      lastAt = performance.now()
      if (dailies.size === 0) firstAt = lastAt
      for (const table of written.dailies) dailies.add(table)
    },
    isEmpty: () => dailies.size === 0,
    /** Return the delay until the vacuum: short after the last feed, but bounded in a series of feeds. */
    delayMs(): number {
      const left = Math.max(0, firstAt + longestMs - performance.now())
      return running > 0 ? left : Math.min(left, quietMs)
    },
    take(): { dailies: readonly string[]; lastAt: number } {
      const taken = [...dailies]
      dailies.clear()
      return { dailies: taken, lastAt }
    },
  }
}

export function createTidying(parts: TidyingParts): Tidying {
  const { leases, autovacuums, logger } = parts
  const feeds = createFeedLog(({ rows }) => !autovacuums || rows >= leastRows)
  let timer: NodeJS.Timeout | null = null
  let under: Promise<void> = Promise.resolve()
  let isClosed = false

  async function tidy(): Promise<void> {
    const giveBack = await leases.take(task, 1)
    if (!giveBack) return arm()
    try {
      await vacuumInTurn(parts, feeds.take(), () => isClosed || giveBack.lost.aborted)
    } finally {
      await giveBack()
    }
  }

  function arm(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (isClosed || feeds.isEmpty()) return
    timer = setTimeout(() => {
      timer = null
      under = under.then(tidy).catch((error: unknown) => {
        logger.warn({ reason: messageOf(error) }, 'tables could not be tidied after feeds')
      })
    }, feeds.delayMs())
    timer.unref()
  }

  return {
    begin() {
      feeds.begin()
      arm()
      return (written) => {
        feeds.end(written)
        arm()
      }
    },
    idle: () => under,
    async close() {
      isClosed = true
      arm()
      await under
    },
  }
}
