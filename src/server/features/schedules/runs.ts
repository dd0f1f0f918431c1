import { sql, type Transaction } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { readRow } from '#server/db/records.ts'
import type { Database } from '#server/db/tables.ts'
import { changeable, visible } from '#server/db/visible.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { failuresSaid } from '#shared/channels.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { RunListRequest, RunState, ScheduleRunRow, Troubles } from '#shared/schedules.ts'
import { scheduleRecord } from './queries.ts'

type Stored = {
  id: number
  planned: Date
  manual: boolean
  state: RunState
  ended_at: Date | null
  problem: { zh: string; en: string } | null
  messages: number
  delivered: number
  files: ScheduleRunRow['files'] | null
  links_until: Date | null
}

/** Return the runs of a schedule, the newest first. @throws AppError NOT_FOUND */
export async function findRuns(ctx: SignedInContext, request: RunListRequest): Promise<Page<ScheduleRunRow>> {
  await readRow(ctx.readDb, scheduleRecord, request.id, await visible(ctx, 'schedule'))
  const page = await findShortPage<Stored>(ctx.readDb, request, {
    from: sql`from schedule_run where schedule_id = ${request.id}`,
    order: sql`order by id desc`,
    show: (shown) => sql<Stored>`select r.*, sent.messages, sent.delivered, made.files, made.links_until from ${shown} r
      left join lateral (select count(*)::int as messages, (count(*) filter (where d.state in ('delivered', 'merged')))::int as delivered
        from delivery d where d.run_id = r.id) sent on true
      left join lateral (select json_agg(json_build_object('fileName', f.file_name, 'size', f.size, 'rows', f.rows) order by f.id) as files,
          max(f.expires_at) filter (where f.revoked_at is null and f.expires_at > ${ctx.clock()}) as links_until
        from schedule_file f where f.run_id = r.id) made on true
      order by r.id desc`,
  })
  const { language } = ctx.request
  const time = (at: Date) => businessTime(at, ctx.config.timeZone)
  return shownPage(page, (row) => ({
    id: row.id,
    plannedStr: time(row.planned),
    manual: row.manual,
    state: row.state,
    endedStr: row.ended_at && time(row.ended_at),
    problem: row.problem?.[language] ?? null,
    messages: row.messages,
    delivered: row.delivered,
    files: row.files ?? [],
    linksUntilStr: row.links_until && time(row.links_until),
  }))
}

/**
 * Run a schedule now, in addition to its calendar; return a run that is waiting or in progress instead of a new one.
 * @throws AppError NOT_FOUND
 */
export async function runNow(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  const changeableRows = await changeable(ctx, 'schedule')
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      company_id: number
    }>`select company_id from schedule where id = ${id} and ${changeableRows} for update`.execute(trx)
    const [found] = rows
    if (!found) throw new AppError('NOT_FOUND')
    const now = ctx.clock()
    await sql`insert into schedule_run (schedule_id, company_id, planned, due, manual)
      select ${id}, ${found.company_id}, ${now}, ${now}, true
      where not exists (select from schedule_run where schedule_id = ${id} and state in ('due', 'running'))`.execute(
      trx,
    )
    await auditRow(trx, ctx, scheduleRecord, { id, company_id: found.company_id }, { action: 'schedules.run' })
    return { id }
  })
}

type Run = { id: number; schedule_id: number; company_id: number }
/** @param id of the run @throws AppError NOT_FOUND */
async function changeableRun(ctx: SignedInContext, id: number): Promise<Run> {
  const changeableRows = await changeable(ctx, 'schedule')
  const { rows } =
    await sql<Run>`select r.id, r.schedule_id, r.company_id from schedule_run r join schedule on schedule.id = r.schedule_id
    where r.id = ${id} and ${changeableRows}`.execute(ctx.db)
  const [run] = rows
  if (!run) throw new AppError('NOT_FOUND')
  return run
}

const auditRun = (
  trx: Transaction<Database>,
  ctx: SignedInContext,
  { id, schedule_id, company_id }: Run,
  action: 'schedules.resend' | 'schedules.revoke',
) => auditRow(trx, ctx, scheduleRecord, { id: schedule_id, company_id }, { action, details: { run: id } })

/**
 * Send the messages of a run again, unchanged.
 * @param id of the run
 * @throws AppError NOT_FOUND; VALIDATION when it has none to send, because nothing was created or its files are gone
 */
export async function resendRun(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  const run = await changeableRun(ctx, id)
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql`update delivery d set state = 'due', due = ${now}, attempts = 0 from channel c
      where d.run_id = ${id} and c.id = d.channel_id and c.state = 'on' and c.deleted_at is null and d.state <> 'due'
        and (d.message->>'type' in ('schedule.digest', 'schedule.failed')
          or exists (select from schedule_file f where f.id = d.file_id and f.revoked_at is null and f.expires_at > ${now}))
      returning d.id`.execute(trx)
    if (rows.length === 0) throw refusedField(ctx, 'id', 'schedules.problem.nothingToResend')
    await auditRun(trx, ctx, run, 'schedules.resend')
    return { id }
  })
}

/** Revoke the links of a run before they expire. @param id of the run @throws AppError NOT_FOUND */
export async function revokeLinks(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  const run = await changeableRun(ctx, id)
  return ctx.db.transaction().execute(async (trx) => {
    await sql`update schedule_file set revoked_at = ${ctx.clock()} where run_id = ${id} and revoked_at is null`.execute(
      trx,
    )
    await auditRun(trx, ctx, run, 'schedules.revoke')
    return { id }
  })
}

/** Return the problems that the console shows on every screen of users who manage channels. */
export async function findTroubles(ctx: SignedInContext): Promise<Troubles> {
  const channels = await changeable(ctx, 'channel')
  const schedules = await changeable(ctx, 'schedule', 's')
  const { rows } =
    await sql<Troubles>`select (select count(*)::int from channel where state in ('failing', 'gone') and ${channels}) as channels,
    (select count(*)::int from channel where state = 'on' and failures >= ${failuresSaid} and ${channels}) as failing,
    (select count(*)::int from schedule s join lateral (select state from schedule_run r where r.schedule_id = s.id and r.ended_at is not null order by id desc limit 1) last on true
      where s.state = 'on' and s.deleted_at is null and ((s.user_id = ${ctx.viewer.userId} and last.state in ('failed', 'refused', 'partly'))
        or (last.state = 'refused' and ${schedules}))) as schedules`.execute(ctx.readDb)
  return rows[0] ?? { channels: 0, failing: 0, schedules: 0 }
}
