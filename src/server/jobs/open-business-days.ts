import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { dailyTable, openDay } from '#server/features/dailies/open-day.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { newestDay } from '#server/features/feeds/plausibility.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { plausibleDays } from '#shared/feed.ts'
import type { SchedulerParts } from './scheduler-parts.ts'

/** The business day of the clock that is not opened because it is doubtful, and the day that it is compared with. */
export type DoubtedDay = { today: Day; known: Day }

const dayMs = 86_400_000
/**
 * Days after an opened day whose months are prepared with it: a feed that had to create a month's partition would block
 * all others.
 */
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

/** Return the newest day that the tenants of an embedded database have. */
const newestKnown = async (db: Kysely<Database>, today: Day, timeZone: string) =>
  newestDay(db, { companyIds: await tenantIds(db) }, today, { timeZone, embedded: true })

async function dayOfServer(db: Kysely<Database>, timeZone: string): Promise<Day | null> {
  const { rows } = await sql<{ day: Day }>`select (now() at time zone ${timeZone})::date as day`.execute(db)
  return rows[0]?.day ?? null
}

/**
 * Insert every tenant's rows of `day`, each in its own transaction, after preparing the months of the following days.
 */
export async function openDays(db: Kysely<Database>, day: Day, embedded: boolean): Promise<number> {
  for (const ahead of monthsAhead) await sql`select device_daily_month(${addDays(day, ahead)}::date)`.execute(db)
  const opening = { day, rules: await readHashRules(db), embedded }
  const ids = await tenantIds(db)
  for (const id of ids) await db.transaction().execute((trx) => openDay(trx, [id], opening))
  // Without statistics of the day the planner expects no rows, and joins the first feed badly.
  await sql`analyze ${sql.table(dailyTable(day))}`.execute(db)
  return ids.length
}

export type DayJudge = {
  /** Return the doubtful day; null = the clock is trusted. */
  doubted(): DoubtedDay | null
  isBelievable(today: Day): Promise<boolean>
}

/**
 * Decide whether the current day may be opened. A day opened by a clock that has jumped would stay the last one. On a
 * server, the database's clock decides. An embedded database has no other clock, so its newest day decides, as for a
 * feed, until a user confirms a later one.
 */
export function createDayJudge({ db, config, logger }: Pick<SchedulerParts, 'db' | 'config' | 'logger'>): DayJudge {
  let doubted: DoubtedDay | null = null
  return {
    doubted: () => doubted,
    async isBelievable(today: Day): Promise<boolean> {
      const isEmbedded = config.databaseUrl === null
      const known = await (isEmbedded ? newestKnown(db, today, config.timeZone) : dayOfServer(db, config.timeZone))
      const ahead = known === null ? 0 : (Date.parse(today) - Date.parse(known)) / dayMs
      const believed = known === null || (isEmbedded ? ahead : Math.abs(ahead)) <= plausibleDays
      if (!believed && doubted?.today !== today)
        logger.warn({ here: today, known }, isEmbedded ? skippedDays : otherClock)
      doubted = believed ? null : { today, known }
      return believed
    },
  }
}
