import { countsOf, deviceFacets } from '#server/db/device-counts.ts'
import { procedure, router, type SignedInContext } from '#server/trpc.ts'
import { CountsRequest, PieRequest, RateRequest, SeriesRequest } from '#shared/charts.ts'
import { addDays, businessDay, type Day } from '#shared/dates.ts'
import { overviewOf, pieOf } from './pies.ts'
import { dailySums, lastDate } from './queries.ts'
import { type DaySums, type Range, rateLine, stackedStates } from './series.ts'

const defaultDays = 7

const newestDay = async (ctx: SignedInContext): Promise<Day | null> => lastDate(ctx.readDb, await ctx.services.places.narrow(ctx.scope))

/** The facets behind cards and pies, by the filters of the list. */
const facetsOf = async (ctx: SignedInContext, input: CountsRequest) => deviceFacets(ctx.readDb, await ctx.services.places.narrow(ctx.scope, input))

/** The chosen range, or the last seven days that end at the business date (today when there is none). */
async function rangeOf(ctx: SignedInContext, { businessDateQuery, reservePeriod }: SeriesRequest): Promise<Range> {
  if (businessDateQuery) return { start: businessDateQuery[0], end: businessDateQuery[1], period: reservePeriod }
  const end = (await newestDay(ctx)) ?? businessDay(ctx.clock(), ctx.config.timeZone)
  return { start: addDays(end, 1 - defaultDays), end, period: reservePeriod }
}

/** Only what the roll-ups know narrows a chart over time; the other fields of the documented body are passed over. */
async function sumsOf(ctx: SignedInContext, input: SeriesRequest): Promise<{ range: Range; sums: DaySums[] }> {
  const { companyId, clientId, accountId, siteId, type } = input
  const set = await ctx.services.places.narrow(ctx.scope, { companyId, clientId, accountId, siteId, type })
  const range = await rangeOf(ctx, input)
  return { range, sums: await dailySums(ctx.readDb, set, range.start, range.end) }
}

export const chartsRouter = router({
  // The business date of the header.
  lastDate: procedure('charts.lastDate').query(({ ctx }) => newestDay(ctx)),
  // The nine cards.
  counts: procedure('charts.counts')
    .input(CountsRequest)
    .query(async ({ ctx, input }) => countsOf(await facetsOf(ctx, input))),
  // One pie: by state, by number of repairs or by type.
  pie: procedure('charts.pie')
    .input(PieRequest)
    .query(async ({ ctx, input }) => pieOf(await facetsOf(ctx, input), input.indicator)),
  // Cards and pies of the dashboard together.
  overview: procedure('charts.overview')
    .input(CountsRequest)
    .query(async ({ ctx, input }) => overviewOf(await facetsOf(ctx, input))),
  // Devices by state over days or months.
  stackedStates: procedure('charts.stackedStates')
    .input(SeriesRequest)
    .query(async ({ ctx, input }) => {
      const { range, sums } = await sumsOf(ctx, input)
      return stackedStates(sums, range)
    }),
  // Online, offline or compliance rate over days or months.
  rate: procedure('charts.rate')
    .input(RateRequest)
    .query(async ({ ctx, input }) => {
      const { range, sums } = await sumsOf(ctx, input)
      return rateLine(sums, range, input.rate, input.basis)
    }),
})
