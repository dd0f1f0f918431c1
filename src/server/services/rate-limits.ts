import { type Kysely, sql } from 'kysely'
import { unhurried } from '#server/db/asynchronous-commit.ts'
import type { Database } from '#server/db/tables.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'

export type RateLimit<Who> = {
  /** Check whether one more is allowed, without counting it. @throws AppError TOO_MANY as `count` would */
  check(who: Who | null, now: Date): Promise<void>
  /** Count one; null (the terminal) has no limit. @throws AppError TOO_MANY above the maximum a minute */
  count(who: Who | null, now: Date): Promise<void>
}

const minute = 60_000
const second = 1_000

/**
 * Limit the rate of an action, counted over all processes of the database. One statement counts and refuses, on a row
 * of the caller's own, so nobody waits for another caller, nor for the disk. `name` distinguishes the limits.
 */
function createRateLimit<Who extends string | number>(
  db: Kysely<Database>,
  name: string,
  mostAMinute: number,
): RateLimit<Who> {
  const sinceOf = (now: Date) => new Date(now.getTime() - minute)
  // The clock of another host may be slightly ahead; later times are from before a clock was set back.
  const recentOf = (now: Date) =>
    sql`from unnest(known.times) time where time > ${sinceOf(now)} and time < ${new Date(now.getTime() + minute)}`
  const tooMany = (first: Date, now: Date) =>
    new AppError('TOO_MANY', {
      retryAfterSeconds: Math.max(1, Math.ceil((first.getTime() - sinceOf(now).getTime()) / second)),
    })
  async function readRecent(who: Who, now: Date): Promise<{ count: number; first: Date | null }> {
    const recent = recentOf(now)
    const { rows } = await sql<{ count: number; first: Date | null }>`
      select (select count(*)::int ${recent}) as count, (select min(time) ${recent}) as first from rate_count known
      where name = ${name} and who = ${String(who)}`.execute(db)
    return rows[0] ?? { count: 0, first: null }
  }
  return {
    async check(who, now) {
      if (who === null) return
      const { count, first } = await readRecent(who, now)
      if (count >= mostAMinute) throw tooMany(first ?? now, now)
    },
    async count(who, now) {
      if (who === null) return
      const recent = recentOf(now)
      const counted =
        await sql`${unhurried} insert into rate_count as known (name, who, times) select ${name}, ${String(who)}, array[${now}::timestamptz] from unhurried
        on conflict (name, who) do update set times = array(select time ${recent} order by time) || excluded.times
        where (select count(*) ${recent}) < ${mostAMinute} returning name`.execute(db)
      if (counted.rows.length > 0) return
      const { first } = await readRecent(who, now)
      throw tooMany(first ?? now, now)
    },
  }
}

/**
 * A person may export six files a minute, programs with this person's tokens sixty together: a night job fetches one
 * for each of many clients.
 */
const exportsAMinute = { screen: 6, programs: 60 }

/**
 * Limit the exports of a person, and separately those of all tokens of this person. Source: trust.md section 3, row 26;
 * its "Second pass" for tokens.
 */
export function createExportLimit(db: Kysely<Database>): RateLimit<Pick<Viewer, 'userId' | 'isProgram'>> {
  const screen = createRateLimit<number>(db, 'export', exportsAMinute.screen)
  const programs = createRateLimit<number>(db, 'export-by-token', exportsAMinute.programs)
  const limitOf = (who: Pick<Viewer, 'isProgram'> | null) => (who?.isProgram ? programs : screen)
  return {
    check: (who, now) => limitOf(who).check(who?.userId ?? null, now),
    count: (who, now) => limitOf(who).count(who?.userId ?? null, now),
  }
}
/**
 * Limit anonymous look-ups of finished reports (by number and code), by address. Source: trust.md section 3, row 31.
 */
export const createLookUpLimit = (db: Kysely<Database>): RateLimit<string> => createRateLimit(db, 'look-up', 10)
/** Limit the test messages of a person: a button that sends requests outside must not serve to scan ports. */
export const createTrialLimit = (db: Kysely<Database>): RateLimit<number> => createRateLimit(db, 'channel-trial', 6)
