import type { Transaction } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { askNodesInTurn } from '#server/db/nodes-in-turn.ts'
import type { Database } from '#server/db/tables.ts'
import { refuseEndedSession } from '#server/features/auth/refuse-ended-session.ts'
import { dailyTables, openDay } from '#server/features/dailies/open-day.ts'
import { changedSincePreview } from '#server/features/devices/changed-since.ts'
import { lockForFeed } from '#server/features/devices/fleet-lock.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { holdDevices, readDevices, refuseOtherNumber } from '#server/features/devices/hold-devices.ts'
import type { NameReader } from '#server/services/places/owner-names.ts'
import { isAsPreviewed, previewVersion } from '#server/services/preview-version.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { type TransferAnswer, type TransferRequest, transferDays } from '#shared/transfers.ts'
import { confirmedFacts } from './confirmed-facts.ts'
import { chosenMachines, filtersOf, tenantsOf } from './machines.ts'
import { type Planning, planTransfer } from './plan.ts'
import { resolveTarget } from './target.ts'
import { answerOf } from './transfer-answer.ts'
import { writeTransfer } from './write-transfer.ts'

/** Maximum number of serials in an audit entry; the batch contains all. */
const namedSerials = 50

/** @throws AppError VALIDATION for a future day, or one too far back */
function checkDate(date: Day, today: Day): void {
  const earliest = addDays(today, -transferDays)
  if (date > today)
    throw new AppError('VALIDATION', { field: 'date', problem: 'transfer.problem.future', values: { day: today } })
  if (date < earliest)
    throw new AppError('VALIDATION', {
      field: 'date',
      problem: 'transfer.problem.tooEarly',
      values: { day: earliest, days: transferDays },
    })
}

type Run = { request: TransferRequest; set: DeviceSet; planning: Omit<Planning, 'rehearsal'> }

const readerOf = (ctx: SignedInContext, { request, planning: { book, territory } }: Run): NameReader => ({
  book,
  set: territory,
  language: request.language ?? ctx.request.language,
})

async function rehearse(ctx: SignedInContext, trx: Transaction<Database>, run: Run): Promise<TransferAnswer> {
  const { request, set } = run
  const at = ctx.clock()
  const planning = { ...run.planning, rehearsal: true }
  const chosen = await chosenMachines(request.selection, (condition) => readDevices(trx, set, condition))
  const plan = await planTransfer(trx, chosen, planning)
  const answer = await answerOf(trx, plan, planning, readerOf(ctx, run), ctx.config.timeZone)
  return { ...answer, previewVersion: previewVersion(at, confirmedFacts(plan)) }
}

async function apply(ctx: SignedInContext, trx: Transaction<Database>, run: Run): Promise<TransferAnswer> {
  const { request, set } = run
  const { target, date } = run.planning
  const planning = { ...run.planning, rehearsal: false }
  if (set.spread) await askNodesInTurn(trx)
  const tenants = await tenantsOf(trx, set, request.selection)
  const bases = [...new Set([...tenants, ...(target.companyId === undefined ? [] : [target.companyId])])]
  await lockForFeed(trx, bases)
  await openDay(trx, bases, {
    day: planning.today,
    rules: await readHashRules(trx),
    embedded: ctx.config.databaseUrl === null,
  })
  const held = { ...set, everything: false, companyIds: tenants }
  const chosen = await chosenMachines(request.selection, (condition) => holdDevices(trx, held, condition))
  const plan = await planTransfer(trx, chosen, planning)
  const answer = await answerOf(trx, plan, planning, readerOf(ctx, run), ctx.config.timeZone)
  if (request.previewVersion && !isAsPreviewed(request.previewVersion, confirmedFacts(plan)))
    throw await changedSincePreview(
      trx,
      request.previewVersion,
      { nodes: held, ids: chosen.machines.map(({ id }) => id) },
      { language: readerOf(ctx, run).language, timeZone: ctx.config.timeZone },
      { transfer: answer },
    )
  if (answer.obstacle !== null) throw new AppError('TRANSFER_REFUSED', { sentence: answer.obstacle, transfer: answer })
  const { batchId } = await writeTransfer(
    trx,
    { userId: ctx.viewer.userId, actor: ctx.viewer.userName, at: ctx.clock() },
    planning,
    plan,
    request.reason,
    answer,
  )
  await refuseEndedSession(trx, ctx)
  const written = { ...answer, batchId, dryRun: false }
  await ctx.services.audit.write(trx, ctx, {
    action: 'transfers.save',
    targetKind: 'import_batch',
    targetId: batchId,
    details: {
      reason: request.reason,
      date,
      to: request.to,
      devices: answer.moved,
      machineDays: answer.machineDays,
      serials: plan.moved.slice(0, namedSerials).map(({ device }) => device.serial),
      selection: request.selection.filters ? request.selection : request.selection.serials ? 'serials' : 'ids',
    },
  })
  return written
}

/**
 * Transfer machines to another client, sub-account or site from a day on, all of them or none: change their current
 * owner, and their rows of each day from then on with all counters. Earlier days are unchanged. With dryRun only return
 * the preview.
 * @throws AppError VALIDATION, NOT_FOUND for a place, COUNT_CHANGED, SESSION_ENDED when the caller was signed out
 * meanwhile, FEED_RUNNING during a feed or another transfer, MONTH_ARCHIVED; EDITED_BY_OTHERS, with the machines, when
 * the result differs from the preview of `previewVersion`; TRANSFER_REFUSED (details in details.transfer) when any
 * machine is refused, or none would change
 */
export async function transferMachines(ctx: SignedInContext, request: TransferRequest): Promise<TransferAnswer> {
  const { places, tidying } = ctx.services
  const today = businessDay(ctx.clock(), ctx.config.timeZone)
  const date = request.date ?? today
  checkDate(date, today)
  const [book, territory, set] = [
    await places.book(),
    await places.narrow(ctx.scope),
    await places.narrow(ctx.scope, filtersOf(request.selection)),
  ]
  const target = await resolveTarget(ctx, book, territory, request.to)
  const { filters, expected } = request.selection
  if (filters) await refuseOtherNumber(ctx.db, set, expected ?? 0)
  const run: Run = {
    request,
    set,
    planning: { territory, book, target, date, today, leaveScrapped: request.leaveScrapped ?? false },
  }
  if (request.dryRun) {
    const rehearsal = ctx.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return rehearsal.execute((trx) => rehearse(ctx, trx, run))
  }
  const end = tidying.begin()
  try {
    const answer = await ctx.db.transaction().execute((trx) => apply(ctx, trx, run))
    end({ rows: answer.machineDays, dailies: dailyTables(date, today) })
    return answer
  } catch (error) {
    end()
    throw error
  }
}
