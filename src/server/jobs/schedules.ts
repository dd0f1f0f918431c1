import type { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { removeExpiredFiles } from '#server/features/schedules/files.ts'
import type { ScheduledCalls } from '#server/features/schedules/produce.ts'
import { runSchedule } from '#server/features/schedules/run.ts'
import { endRun, forgetRuns, isAnyDue, planRuns, takeRun } from '#server/features/schedules/take.ts'
import { appRouter } from '#server/router.ts'
import type { Services } from '#server/services/services.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import type { ScheduledList } from '#shared/schedules.ts'
import { type Beat, startBeat } from './beat.ts'

type Parts = { db: Kysely<Database>; config: Config; services: Services; clock: () => Date; everyMs?: number }

const usualEveryMs = 5_000
const tidyMs = 3_600_000
/** One process at a time runs schedules, one after the other: a file may be large. */
const leaseName = 'schedules'

const createCaller = createCallerFactory(appRouter)
type Request = Record<string, unknown>
/** The call of each list; its input was validated when the schedule was saved, and the call validates it again. */
const listCalls: Record<
  ScheduledList,
  (caller: ReturnType<typeof createCaller>, request: never) => Promise<FileParts>
> = {
  devices: ({ devices }, request) => devices.export(request),
  machines: ({ devices }, request) => devices.exportMachines(request),
  warnings: ({ devices }, request) => devices.exportWarnings(request),
  repairs: ({ repairs }, request) => repairs.export(request),
  dailies: ({ dailies }, request) => dailies.export(request),
  days: ({ dailies }, request) => dailies.exportDays(request),
  sites: ({ sites }, request) => sites.export(request),
  clients: ({ clients }, request) => clients.export(request),
  accounts: ({ accounts }, request) => accounts.export(request),
  projects: ({ projects }, request) => projects.export(request),
  orders: ({ orders }, request) => orders.export(request),
  audit: ({ audit }, request) => audit.export(request),
}
/** Call the procedures directly, with the same permissions and scope as for a user at a screen. */
export const scheduledCalls: ScheduledCalls = {
  list: (ctx: Context, list, request: Request) => listCalls[list](createCaller(ctx), request as never),
  statement: (ctx: Context, request) => createCaller(ctx).clients.statement(request),
}

/**
 * Run schedules at their times, on the first process that gets the lease; a fault is retried, and the run of a dead
 * process passes to another.
 */
export function startSchedules({ db, config, services, clock, everyMs = usualEveryMs }: Parts): Beat {
  let tidyFrom = 0

  async function tidy(now: Date): Promise<void> {
    if (now.getTime() < tidyFrom) return
    tidyFrom = now.getTime() + tidyMs
    while ((await removeExpiredFiles(db, services.storage, now)) > 0);
    await forgetRuns(db, now)
  }
  async function runAll(signal: AbortSignal): Promise<void> {
    await planRuns(db, clock(), config.timeZone)
    await tidy(clock())
    for (let taken = await takeRun(db, clock()); taken; taken = await takeRun(db, clock())) {
      const { run, schedule } = taken
      const outcome = await runSchedule({ db, config, services, clock, calls: scheduledCalls, signal }, run, schedule)
      await endRun(db, run, outcome, clock())
      services.logger.info({ schedule: schedule.id, run: run.id, state: outcome.state }, 'schedule run')
      if (signal.aborted) return
    }
  }
  async function work(signal: AbortSignal): Promise<boolean> {
    if (!(await isAnyDue(db, clock())) && clock().getTime() < tidyFrom) return false
    const giveBack = await services.leases.take(leaseName, 1)
    if (!giveBack) return false
    try {
      // Without its lease a run passes to another process.
      await runAll(AbortSignal.any([signal, giveBack.lost]))
    } finally {
      await giveBack()
    }
    return true
  }
  return startBeat({ everyMs, logger: services.logger, failed: 'schedules could not be run', work })
}
