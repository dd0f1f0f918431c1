import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { nextRun } from './calendar.ts'
import { calendarOf, type StoredSchedule } from './queries.ts'
import type { Outcome, Run } from './run.ts'

const againMs = 300_000
const plannedAtOnce = 50
const keptDays = 400
const dayMs = 86_400_000

/** Is there anything to do? Asked every few seconds, so that nothing else is done for nothing. */
export async function isAnyDue(db: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql<{
    due: boolean
  }>`select exists (select from schedule where state = 'on' and deleted_at is null and next_run <= ${now})
    or exists (select from schedule_run where state in ('due', 'running') and due <= ${now}) as due`.execute(db)
  return rows[0]?.due === true
}

/**
 * Makes runs of the schedules whose time has come, and sets their next time after now: what was missed while no process ran is made up once,
 * however often it was missed. @returns how many
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
 * The next run, taken. The caller is the only one who takes runs (a lease over all processes), so that one that is under way belongs to a
 * process that has died. @returns null when none is due
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

/** Writes down what came of a run. */
export async function endRun(db: Kysely<Database>, run: Run, outcome: Outcome, now: Date): Promise<void> {
  const again = outcome.state === 'again'
  await sql`update schedule_run set state = ${again ? 'due' : outcome.state}, problem = ${outcome.problem && JSON.stringify(outcome.problem)}::jsonb,
    due = ${again ? new Date(now.getTime() + againMs) : now}, ended_at = ${again ? null : now} where id = ${run.id} and state = 'running'`.execute(
    db,
  )
}

/** Forgets runs of long ago. */
export const forgetRuns = async (db: Kysely<Database>, now: Date): Promise<void> =>
  void (await sql`delete from schedule_run where ended_at < ${new Date(now.getTime() - keptDays * dayMs)}`.execute(db))
