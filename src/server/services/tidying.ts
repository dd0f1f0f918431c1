import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import type { Leases } from './leases.ts'

/** What a feed has written: rows of the fleet, and the table of the days beside it. */
export type Written = { rows: number; dailies: string }

/** Restores index-only scans and statistics after feeds, once for many of them. */
export type Tidying = {
  /** A feed begins: tables are tidied after it. @returns what ends it, with what it has written */
  begin(): (written?: Written) => void
  /** Waits for what is under way. */
  idle(): Promise<void>
  /** Ends what waits, and waits for the table that is being tidied. */
  close(): Promise<void>
}

type TidyingParts = {
  /** The one for jobs: no call of a person waits for its connections. */
  db: Kysely<Database>
  leases: Leases
  /** A server that tidies by itself what small feeds leave (migration 0040). */
  autovacuums: boolean
  logger: Pick<Logger, 'info' | 'warn'>
  /** Marks work in which one statement may take long. */
  maintain?: (work: () => Promise<void>) => Promise<void>
}

/** So long after the last feed, in ms, and at longest after the first of a row of them. */
const quietMs = 3_000
const longestMs = 300_000
/** Rows that one feed has to write for a server to tidy at once. */
const leastRows = 20_000
/** One table after the other, so that none holds the embedded engine's connection for long. Source: data.md A and B1 */
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

/** Has another process begun to tidy since our last feed, at `lastAt` (`performance.now()`)? Told by the database's clock alone. */
async function isDoneSince(db: Kysely<Database>, lastAt: number): Promise<boolean> {
  const { rows } = await sql<{ ago: number }>`
      select extract(epoch from now() - done_at)::float8 * 1000 as ago from scheduled_task where name = ${task}`.execute(
    db,
  )
  const ago = rows[0]?.ago
  return ago !== undefined && ago < performance.now() - lastAt
}

/** Tidies one table after the other, until it `isClosed`; other processes see that it was begun. */
async function vacuumInTurn(
  { db, logger, maintain = (work) => work() }: TidyingParts,
  dailies: readonly string[],
  isClosed: () => boolean,
): Promise<void> {
  await sql`insert into scheduled_task(name, done_at) values (${task}, now()) on conflict (name) do update set done_at = excluded.done_at`.execute(
    db,
  )
  const began = performance.now()
  for (const table of [...tables, ...dailies]) {
    if (isClosed()) return
    await maintain(async () => void (await db.executeQuery(CompiledQuery.raw(`vacuum (analyze) ${table}`))))
  }
  logger.info({ ms: Math.round(performance.now() - began) }, 'tables tidied after feeds')
}

export function createTidying(parts: TidyingParts): Tidying {
  const { db, leases, autovacuums, logger } = parts
  const waiting = new Set<string>()
  let feeds = 0
  let firstAt = 0
  let lastAt = 0
  let timer: NodeJS.Timeout | null = null
  let under: Promise<void> = Promise.resolve()
  let isClosed = false

  async function tidy(): Promise<void> {
    const giveBack = await leases.take(task, 1)
    if (!giveBack) return arm()
    try {
      if (autovacuums && (await isDoneSince(db, lastAt))) return waiting.clear()
      const dailies = [...waiting]
      waiting.clear()
      await vacuumInTurn(parts, dailies, () => isClosed)
    } finally {
      await giveBack()
    }
  }

  function arm(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (isClosed || waiting.size === 0) return
    const left = Math.max(0, firstAt + longestMs - performance.now())
    timer = setTimeout(
      () => {
        timer = null
        under = under.then(tidy).catch((error: unknown) => {
          logger.warn(
            { reason: error instanceof Error ? error.message : String(error) },
            'tables could not be tidied after feeds',
          )
        })
      },
      feeds > 0 ? left : Math.min(left, quietMs),
    )
    timer.unref()
  }

  return {
    begin() {
      feeds += 1
      arm()
      return (written) => {
        feeds -= 1
        if (written && (!autovacuums || written.rows >= leastRows)) {
          lastAt = performance.now()
          if (waiting.size === 0) firstAt = lastAt
          waiting.add(written.dailies)
        }
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
