import type { Territory } from '#server/db/device-set.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { BatchRow } from '#shared/feed-batches.ts'
import { word } from '#shared/i18n/index.ts'
import { findBatches } from './batches.ts'

/** Number of newest batches that are searched, and number of undoable ones that are named. */
const looked = 50
const named = 5

/**
 * An undo must name its batch: the newest batch can be another one by the time the user confirms. Only a dry run may
 * ask for the newest.
 * @returns the refusal, which lists the newest batches that can be undone; NOT_FOUND when there is none
 */
export async function refuseUnnamed(
  ctx: SignedInContext,
  visible: Territory,
  companyId: number | undefined,
): Promise<AppError> {
  const { language } = ctx.request
  const reader = { book: await ctx.services.places.book(), now: ctx.clock(), timeZone: ctx.config.timeZone }
  const { data } = await findBatches(
    ctx.db,
    visible,
    { page: 1, size: looked, startDate: undefined, endDate: undefined, companyId: undefined },
    reader,
  )
  const isOf = ({ bases }: BatchRow) => companyId === undefined || bases.some(({ id }) => id === companyId)
  const batches = data
    .filter((row) => row.undoable && isOf(row))
    .slice(0, named)
    .map(({ id, appliedAt, source, machines }) =>
      word(language, 'batch.problem.named', {
        batch: id,
        at: businessTime(new Date(appliedAt), reader.timeZone),
        source: word(language, `batch.source.${source}`),
        count: machines ?? 0,
      }),
    )
  if (batches.length === 0) return new AppError('NOT_FOUND')
  return new AppError('VALIDATION', {
    field: 'id',
    problem: 'batch.problem.unnamed',
    values: { batches: batches.join(word(language, 'feed.question.between')) },
  })
}
