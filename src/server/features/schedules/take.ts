import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { nextRun } from './calendar.ts'
import { calendarOf, type StoredSchedule } from './queries.ts'
import type { Outcome, Run } from './run.ts'

const againMs = 300_000
const plannedAtOnce = 50
const keptDays = 400
const dayMs = 86_400_000

/** Return whether anything is due. Called every few seconds, so that all other work only runs when needed. */
export async function isAnyDue(db: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql<{
    due: boolean
  }>`select exists (select from schedule where state = 'on' and deleted_at is null and next_run <= ${now})
    or exists (select from schedule_run where state in ('due', 'running') and due <= ${now}) as due`.execute(db)
  return rows[0]?.due === true
}

/**
 * Insert runs of due schedules, and set their next time after now: runs missed while no process ran are replaced by
 * one.
 * @returns how many
 */
export function planRuns(db: Kysely<Database>, now: Date, timeZone: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<StoredSchedule>`select * from schedule where state = 'on' and deleted_at is null and next_run <= ${now}
      order by next_run, id limit ${plannedAtOnce} for update skip locked`.execute(trx)
    for (const schedule of rows) {
      const calendar = calendarOf(schedule)
      await sql`insert into schedule_run (schedule_id, company_id, planned, due) values (${schedule.id}, ${schedule.company_id}, ${schedule.next_run}, ${now})
        on conflict (schedule_id, planned) where not manual do nothing`.execute(trx)
      await sql`update schedule set next_run = ${nextRun(calendar, now, timeZone)} where id = ${schedule.id}`.execute(
        trx,
      )
    }
    return rows.length
  })
}

/**
 * Claim and return the next run. The caller is the only one who claims runs (a lease over all processes), so a run in
 * progress belongs to a dead process.
 * @returns null when none is due
 */
export async function takeRun(db: Kysely<Database>, now: Date): Promise<{ run: Run; schedule: StoredSchedule } | null> {
  const { rows } = await sql<Run>`update schedule_run set state = 'running', attempts = attempts + 1 where id = (
      select id from schedule_run where state in ('due', 'running') and due <= ${now} order by due, id limit 1)
    returning id, schedule_id, company_id, planned, manual, attempts`.execute(db)
  const [run] = rows
  if (!run) return null
  const schedule = await db
    .selectFrom('schedule')
    .selectAll()
    .where('id', '=', run.schedule_id)
    .executeTakeFirstOrThrow()
  return { run, schedule }
}

/** Store the outcome of a run, unless another process has claimed it since, which tells its own. */
export async function endRun(db: Kysely<Database>, run: Run, outcome: Outcome, now: Date): Promise<void> {
  const again = outcome.state === 'again'
  await sql`update schedule_run set state = ${again ? 'due' : outcome.state}, problem = ${outcome.problem && JSON.stringify(outcome.problem)}::jsonb,
    due = ${again ? new Date(now.getTime() + againMs) : now}, ended_at = ${again ? null : now} where id = ${run.id} and state = 'running' and attempts = ${run.attempts}`.execute(
    db,
  )
}

/** Delete old runs. */
export const forgetRuns = async (db: Kysely<Database>, now: Date): Promise<void> =>
  void (await sql`delete from schedule_run where ended_at < ${new Date(now.getTime() - keptDays * dayMs)}`.execute(db))
