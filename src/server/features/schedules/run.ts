import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { ScheduleRunTable } from '#server/db/schedule-tables.ts'
import type { Database } from '#server/db/tables.ts'
import type { ChosenChannel } from '#server/features/channels/chosen-channels.ts'
import { channelKeepers } from '#server/permissions-reach.ts'
import type { Message } from '#server/services/messages/message.ts'
import { consoleUrl } from '#server/services/outbound/outbound.ts'
import type { Services } from '#server/services/services.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Language } from '#shared/i18n/index.ts'
import { keepFile, mostMailBytes, type ScheduledFile, signedPath } from './files.ts'
import { failedMessage, fileMessage, type RunNotice } from './messages.ts'
import { ownerViewer } from './owner.ts'
import { produce, RunRefused, type ScheduledCalls, type ScheduledOutput } from './produce.ts'
import type { StoredSchedule } from './queries.ts'
import { type Problem, problemOf } from './run-problem.ts'

export type Run = Pick<
  Selectable<ScheduleRunTable>,
  'id' | 'schedule_id' | 'company_id' | 'planned' | 'manual' | 'attempts'
>
export type Running = {
  db: Kysely<Database>
  config: Config
  services: Services
  clock: () => Date
  calls: ScheduledCalls
  signal: AbortSignal
}
export type Outcome =
  | { state: 'done' | 'partly' | 'failed' | 'refused'; problem: Problem | null }
  | { state: 'again'; problem: Problem }

const dayMs = 86_400_000
const periodDays = { day: 1, week: 7, month: 31 } as const
/** A schedule does not count towards the rate limits of users. */
const withoutRate = { check: () => Promise.resolve(), count: () => Promise.resolve() }
/** Maximum number of attempts of a run with a temporary fault. */
const mostAttempts = 3

/** Return the owner's current context. @throws RunRefused when the owner is gone or may no longer manage channels */
async function contextOf({ db, config, services, clock }: Running, schedule: StoredSchedule): Promise<SignedInContext> {
  const viewer = await ownerViewer(db, schedule.user_id, schedule.work_company_id)
  const reach = viewer && channelKeepers[viewer.role]
  if (!viewer || !reach || (schedule.client_id !== null && viewer.clientId !== schedule.client_id))
    throw new RunRefused('schedules.problem.owner')
  const request: Context['request'] = {
    id: randomUUID(),
    address: 'schedule',
    agent: 'coldfleet schedule',
    language: 'zh',
    token: null,
  }
  await services.places.refresh()
  const scope = await services.places.scopeOf(viewer, reach)
  return {
    db,
    readDb: db,
    config,
    services: { ...services, exportLimit: withoutRate },
    viewer,
    refusal: null,
    clock,
    request,
    reach,
    scope,
  }
}

const aboutRun = (
  run: Run,
  schedule: StoredSchedule,
  { language, now, timeZone }: { language: Language; now: Date; timeZone: string },
): RunNotice => ({
  scheduleId: schedule.id,
  runId: run.id,
  name: schedule.name,
  day: businessDay(run.planned, timeZone),
  language,
  now,
})

async function queueOutput(
  running: Running,
  run: Run,
  schedule: StoredSchedule,
  output: ScheduledOutput,
): Promise<void> {
  const { db, config, services, clock } = running
  const now = clock()
  const messageFor = ({ kind, language }: ChosenChannel, file: ScheduledFile | null): Message => {
    if (!('file' in output) || file === null) return (output as { message: Message }).message
    const about = aboutRun(run, schedule, { language, now, timeZone: config.timeZone })
    const travels = kind === 'mail' && schedule.send_as === 'file' && output.file.bytes.length <= mostMailBytes
    const url = travels ? null : `${consoleUrl(config)}${signedPath(services.links, file, now)}`
    return fileMessage(
      about,
      { fileName: output.file.fileName, rows: output.file.rows, size: output.file.bytes.length },
      url,
      config.timeZone,
    )
  }
  const insertDeliveries = async (trx: Transaction<Database>, file: ScheduledFile | null) => {
    for (const channel of output.channels) {
      await sql`insert into delivery (company_id, channel_id, message, due, create_time, run_id, file_id)
        values (${channel.company_id}, ${channel.id}, ${JSON.stringify(messageFor(channel, file))}::jsonb, ${now}, ${now}, ${run.id}, ${file?.id ?? null})
        on conflict (run_id, channel_id) do nothing`.execute(trx)
    }
  }
  if ('file' in output) await keepFile(db, services.storage, output.file, run, now, insertDeliveries)
  else await db.transaction().execute((trx) => insertDeliveries(trx, null))
}

async function doneChannels(db: Kysely<Database>, run: Run): Promise<Set<number>> {
  const { rows } = await sql<{ channel_id: number }>`select channel_id from delivery where run_id = ${run.id}`.execute(
    db,
  )
  return new Set(rows.map(({ channel_id }) => channel_id))
}

/**
 * Tell the channels of the schedule that nothing is sent, without any of its content. A client's channel is not told
 * about problems of the base.
 */
async function notifyFailure(
  { db, config, clock }: Running,
  run: Run,
  schedule: StoredSchedule,
  problem: Problem,
): Promise<void> {
  const now = clock()
  const { rows } = await sql<
    Pick<ChosenChannel, 'id' | 'company_id' | 'language'>
  >`select id, company_id, language from channel
    where id = any(${schedule.channel_ids}::int[]) and state = 'on' and deleted_at is null and client_id is not distinct from ${schedule.client_id}`.execute(
    db,
  )
  for (const { id, company_id, language } of rows) {
    const about = aboutRun(run, schedule, { language, now, timeZone: config.timeZone })
    const message = failedMessage(about, problem[language], consoleUrl(config))
    await sql`insert into delivery (company_id, channel_id, message, due, create_time, run_id)
      values (${company_id}, ${id}, ${JSON.stringify(message)}::jsonb, ${now}, ${now}, ${run.id}) on conflict (run_id, channel_id) do nothing`.execute(
      db,
    )
  }
}

/**
 * Create what a schedule sends, with the owner's current permissions, and pass it to the outbox; parts that an earlier
 * attempt has passed on are skipped.
 * @returns the outcome; `again` = a temporary fault
 */
export async function runSchedule(running: Running, run: Run, schedule: StoredSchedule): Promise<Outcome> {
  const { config, clock, calls, signal, services } = running
  const problems: Problem[] = []
  let handed = 0
  try {
    // A run that kills its process must not be retried for ever.
    if (run.attempts > mostAttempts + 2) throw new RunRefused('schedules.problem.crashed')
    const ctx = await contextOf(running, schedule)
    const done = await doneChannels(running.db, run)
    handed = done.size
    const outputs = produce(ctx, schedule, {
      calls,
      day: businessDay(run.planned, config.timeZone),
      now: clock(),
      since: new Date(run.planned.getTime() - periodDays[schedule.every] * dayMs),
      isDone: (channelId) => done.has(channelId),
      failed: (error) => problems.push(problemOf(error).problem),
    })
    for await (const output of outputs) {
      await queueOutput(running, run, schedule, output)
      handed += output.channels.length
      signal.throwIfAborted()
    }
    const [first] = problems
    if (!first) return { state: 'done', problem: null }
    return { state: handed > 0 ? 'partly' : 'failed', problem: first }
  } catch (error) {
    const { problem, state, passes } = problemOf(error)
    if (signal.aborted || (passes && run.attempts < mostAttempts)) return { state: 'again', problem }
    if (passes) services.logger.warn({ err: error, schedule: schedule.id, run: run.id }, 'a schedule could not be run')
    await notifyFailure(running, run, schedule, problem)
    return { state: handed > 0 ? 'partly' : state, problem }
  }
}
