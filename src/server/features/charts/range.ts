import type { DeviceSet } from '#server/db/device-set.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { SeriesRequest } from '#shared/charts.ts'
import { addDays } from '#shared/dates.ts'
import { chartDay } from './business-date.ts'
import { dailySums } from './daily-sums.ts'
import type { DaySums } from './day-rates.ts'
import type { Range } from './series.ts'

const defaultDays = 7

type PeriodRequest = Pick<SeriesRequest, 'businessDateQuery' | 'reservePeriod'>
/** Return the requested range, or the last seven days up to the business date (today when there is none). */
export async function rangeOf(
  ctx: SignedInContext,
  { businessDateQuery, reservePeriod }: PeriodRequest,
): Promise<Range> {
  if (businessDateQuery) return { start: businessDateQuery[0], end: businessDateQuery[1], period: reservePeriod }
  const end = await chartDay(ctx)
  return { start: addDays(end, 1 - defaultDays), end, period: reservePeriod }
}

/**
 * Narrow the scope by the fields that the roll-ups have. A chart over time ignores the other fields of the documented
 * body.
 */
export const narrowed = (
  ctx: SignedInContext,
  { companyId, clientId, accountId, siteId, type }: Partial<SeriesRequest>,
): Promise<DeviceSet> => ctx.services.places.narrow(ctx.scope, { companyId, clientId, accountId, siteId, type })

export async function sumsOf(ctx: SignedInContext, input: SeriesRequest): Promise<{ range: Range; sums: DaySums[] }> {
  const set = await narrowed(ctx, input)
  const range = await rangeOf(ctx, input)
  return { range, sums: await dailySums(ctx.readDb, set, range.start, range.end) }
}
