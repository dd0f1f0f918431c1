import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { dailyTable, openDay } from '#server/features/dailies/open-day.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { newestDay } from '#server/features/feeds/plausibility.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { plausibleDays } from '#shared/feed.ts'
import type { SchedulerParts } from './scheduler-parts.ts'

/** The business day that the clock says and that is not opened, and the one that it is compared with. */
export type DoubtedDay = { today: Day; known: Day }

const dayMs = 86_400_000
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

export type DayJudge = {
  /** Null = the clock is believed. */
  doubted(): DoubtedDay | null
  isBelievable(today: Day): Promise<boolean>
}

/**
 * Tells whether the day of this process can be opened. A day opened by a clock that has jumped would stay the last one. On a server its own
 * clock says which days there can be; the embedded database has no other clock than this one, so the newest day that it knows does, as for a
 * feed, until somebody confirms a later one.
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
