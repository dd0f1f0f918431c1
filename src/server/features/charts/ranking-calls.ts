import { countsOf } from '#server/db/device-counts.ts'
import { dayReading } from '#server/features/history/archived-months.ts'
import { findProvinces } from '#server/services/provinces.ts'
import { procedure, type SignedInContext } from '#server/trpc.ts'
import { CountsRequest, type PieSlice, SeriesRequest } from '#shared/charts.ts'
import {
  BarRequest,
  DeviceHistoryRequest,
  LineRequest,
  RankingRequest,
  type RateIndicator,
  ReviewedRequest,
  rankingSize,
  rateIndicators,
} from '#shared/rankings.ts'
import { deviceHistory, reviewedCounts } from './device-history.ts'
import { dailySums } from './queries.ts'
import { narrowed, rangeOf, sumsOf } from './range.ts'
import { barsBy, type Naming, placePie, provinceCounts, rankingOf } from './rankings.ts'
import { rateLine, rateOfIndicator, stateLine } from './series.ts'

const namingOf = async (ctx: SignedInContext): Promise<Naming> => ({ book: await ctx.services.places.book(), language: ctx.request.language })
const setOf = (ctx: SignedInContext, input: CountsRequest) => ctx.services.places.narrow(ctx.scope, input)
const isRate = (line: string): line is RateIndicator => (rateIndicators as readonly string[]).includes(line)

async function ranking(ctx: SignedInContext, input: RankingRequest, column: 'site_id' | 'client_id') {
  const size = Math.min(input.size, rankingSize)
  return rankingOf(ctx.readDb, {
    set: await setOf(ctx, input),
    naming: await namingOf(ctx),
    column,
    by: input.by,
    within: await ctx.services.places.narrow(ctx.scope),
    basis: input.basis,
    size,
  })
}

// Devices by client.
export const clientPie = procedure('charts.clientPie')
  .input(CountsRequest)
  .query(async ({ ctx, input }) => placePie(ctx.readDb, await setOf(ctx, input), await namingOf(ctx), 'client_id'))
// Devices by site.
export const sitePie = procedure('charts.sitePie')
  .input(CountsRequest)
  .query(async ({ ctx, input }) => placePie(ctx.readDb, await setOf(ctx, input), await namingOf(ctx), 'site_id'))
// States at the end of the business date, or of the last day of the range.
export const dailyPie = procedure('charts.dailyPie')
  .input(SeriesRequest)
  .query(async ({ ctx, input }): Promise<PieSlice[]> => {
    const { end } = await rangeOf(ctx, input)
    const [sums] = await dailySums(ctx.readDb, await narrowed(ctx, input), end, end)
    const { total: _, ...states } = countsOf([])
    return (Object.keys(states) as (keyof typeof states)[]).map((name) => ({ name, value: sums?.[name] ?? 0 })).filter(({ value }) => value > 0)
  })
// A rate or a state over days or months.
export const line = procedure('charts.line')
  .input(LineRequest)
  .query(async ({ ctx, input }) => {
    const { range, sums } = await sumsOf(ctx, input)
    return isRate(input.line) ? rateLine(sums, range, rateOfIndicator[input.line], input.basis) : stateLine(sums, range, input.line)
  })
// Devices by province, place, type or state.
export const bar = procedure('charts.bar')
  .input(BarRequest)
  .query(async ({ ctx, input }) => barsBy(ctx.readDb, await setOf(ctx, input), await namingOf(ctx), input.by))
// The nine counts of each province.
export const provinces = procedure('charts.provinces')
  .input(CountsRequest)
  .query(async ({ ctx, input }) => provinceCounts(ctx.readDb, await setOf(ctx, input), await namingOf(ctx)))
export const clientRanking = procedure('charts.clientRanking')
  .input(RankingRequest)
  .query(({ ctx, input }) => ranking(ctx, input, 'client_id'))
export const siteRanking = procedure('charts.siteRanking')
  .input(RankingRequest)
  .query(({ ctx, input }) => ranking(ctx, input, 'site_id'))
// One device day by day.
export const device = procedure('charts.device')
  .input(DeviceHistoryRequest)
  .query(async ({ ctx, input }) => {
    const { start, end } = await rangeOf(ctx, input)
    return deviceHistory(ctx.readDb, dayReading(ctx), await ctx.services.places.narrow(ctx.scope), { id: input.id, start, end })
  })
// The devices that a person reviews, by state.
export const reviewed = procedure('charts.reviewed')
  .input(ReviewedRequest)
  .query(async ({ ctx, input }) => reviewedCounts(ctx.readDb, await ctx.services.places.narrow(ctx.scope, { companyId: input.companyId }), input.userId))
// The provinces, as a form stores them and as a person reads them.
export const provinceNames = procedure('charts.provinceNames').query(({ ctx }) => findProvinces(ctx.readDb, ctx.request.language))
