import { countsOf, deviceFacets } from '#server/db/device-counts.ts'
import { procedure, router, type SignedInContext } from '#server/trpc.ts'
import { CountsRequest, PieRequest, RateRequest, SeriesRequest } from '#shared/charts.ts'
import { coverage, dayChanges, dayDevices, history } from './day-calls.ts'
import { overviewOf, pieOf } from './pies.ts'
import { newestDay, sumsOf } from './range.ts'
import { bar, clientPie, clientRanking, dailyPie, device, line, provinceNames, provinces, reviewed, sitePie, siteRanking } from './ranking-calls.ts'
import { rateLine, stackedStates } from './series.ts'

/** The facets behind cards and pies, by the filters of the list. */
const facetsOf = async (ctx: SignedInContext, input: CountsRequest) => deviceFacets(ctx.readDb, await ctx.services.places.narrow(ctx.scope, input))

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
  history,
  line,
  clientPie,
  sitePie,
  dailyPie,
  bar,
  provinces,
  provinceNames,
  clientRanking,
  siteRanking,
  device,
  reviewed,
  dayDevices,
  dayChanges,
  coverage,
})
