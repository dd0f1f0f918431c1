import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { isSpread } from '#server/db/citus/sharded-tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { ArchiveMonthsRequest, HistoryMonth, MonthMoving } from '#shared/history.ts'
import { type Archiving, archiveMonth } from './archive-month.ts'
import { restoreMonth } from './restore-month.ts'
import { readMonth, readMonths } from './status.ts'

/** Interval of progress messages in milliseconds. */
const progressMs = 500

type Moving = AsyncGenerator<MonthMoving, void, unknown>

/** Work on one month, and yield meanwhile how many rows are done. */
async function* withProgress(month: HistoryMonth, work: (onRows: (rows: number) => void) => Promise<unknown>): Moving {
  let rows = 0
  const working = work((more) => {
    rows += more
  }).then(() => true)
  // A caller that has disconnected does not receive the error.
  working.catch(() => undefined)
  while (!(await Promise.race([working, wait(progressMs, false, { ref: false })])))
    yield { kind: 'progress', month: month.month, rows, total: month.rows }
}

/** @throws AppError TERMINAL_ONLY; MONTH_OPEN on several nodes, where months are not moved at all */
async function partsOf(ctx: SignedInContext, signal: AbortSignal | undefined): Promise<Archiving> {
  if (ctx.viewer.actor !== 'cli') throw new AppError('TERMINAL_ONLY')
  if (await isSpread(ctx.db)) throw new AppError('MONTH_OPEN', { word: 'error.historyOnNodes' })
  const { archive, storage } = ctx.services
  return {
    db: ctx.db,
    archive,
    storage,
    changing: { embedded: ctx.config.databaseUrl === null, ...(signal ? { signal } : {}) },
  }
}

/**
 * Run `work` while no other command moves the month. On the embedded engine both would make the same copy of it, and both
 * would fail.
 * @throws AppError BUSY
 */
async function alone<Result>(
  { services }: SignedInContext,
  month: Month,
  work: () => Promise<Result>,
): Promise<Result> {
  const giveBack = await services.leases.take(`history.move ${month}`, 1)
  if (!giveBack) throw new AppError('BUSY', { word: 'error.monthMoving', values: { month } })
  try {
    return await work()
  } finally {
    await giveBack()
  }
}

async function moved(
  ctx: SignedInContext,
  month: Month,
  action: 'history.archive' | 'history.restore',
): Promise<HistoryMonth> {
  const after = await readMonth(ctx.db, month)
  if (!after) throw new AppError('NOT_FOUND')
  await ctx.services.audit.write(ctx.db, ctx, {
    action,
    targetKind: 'month',
    targetId: month,
    details: { rows: after.rows, file: after.fileName },
  })
  return after
}

const noDays = (month: Month) => new AppError('NOT_FOUND', { word: 'error.monthWithoutDays', values: { month } })

/**
 * Return the months of a request. A month that is named must be ready for archiving.
 * @throws AppError NOT_FOUND, MONTH_OPEN, MONTH_ARCHIVED
 */
async function monthsOf(
  ctx: SignedInContext,
  { month, before }: z.output<typeof ArchiveMonthsRequest>,
): Promise<HistoryMonth[]> {
  const present = businessDay(ctx.clock(), ctx.config.timeZone).slice(0, 7)
  const months = await readMonths(ctx.db)
  const isFit = (one: HistoryMonth) => one.state === 'closed' && !one.isWritten && one.month < present
  if (month === undefined) return months.filter((one) => before !== undefined && one.month < before && isFit(one))
  const found = months.find((one) => one.month === month)
  if (!found) throw noDays(month)
  if (found.state === 'archived')
    throw new AppError('MONTH_ARCHIVED', { word: 'error.monthArchivedAlready', values: { month } })
  if (!isFit(found)) throw new AppError('MONTH_OPEN', { values: { month } })
  return [found]
}

/** @throws AppError TERMINAL_ONLY, NOT_FOUND, and the errors of `archiveMonth`; the months before the failed one are archived */
export async function* archiveMonths(
  ctx: SignedInContext,
  request: z.output<typeof ArchiveMonthsRequest>,
  signal: AbortSignal | undefined,
): Moving {
  const parts = await partsOf(ctx, signal)
  for (const month of await monthsOf(ctx, request)) {
    if (request.dryRun) yield { kind: 'planned', month }
    else {
      yield* withProgress(month, (onRows) =>
        alone(ctx, month.month, () => archiveMonth({ ...parts, onRows }, month.month)),
      )
      yield { kind: 'moved', month: await moved(ctx, month.month, 'history.archive') }
    }
  }
}

/** @throws AppError TERMINAL_ONLY, NOT_FOUND, and the errors of `restoreMonth` */
export async function* bringBack(ctx: SignedInContext, monthName: Month, signal: AbortSignal | undefined): Moving {
  const parts = await partsOf(ctx, signal)
  const month = await readMonth(ctx.db, monthName)
  if (!month) throw noDays(monthName)
  yield* withProgress(month, (onRows) => alone(ctx, monthName, () => restoreMonth({ ...parts, onRows }, monthName)))
  yield { kind: 'moved', month: await moved(ctx, monthName, 'history.restore') }
}
