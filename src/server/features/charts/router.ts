import { countsBy, countsOf, deviceFacets, stateCounts } from '#server/db/device-counts.ts'
import { sharedRead } from '#server/db/shared-reads.ts'
import { dayReading } from '#server/features/history/archived-months.ts'
import { findProvinces } from '#server/services/places/provinces.ts'
import { procedure, query, router, type SignedInContext } from '#server/trpc.ts'
import {
  CountsRequest,
  type NewestFeed,
  NewestFeedRequest,
  PieRequest,
  type PieSlice,
  RateRequest,
  rates,
  SeriesRequest,
} from '#shared/charts.ts'
import { DayChangesRequest, DayDevicesRequest, type PlaceHistory } from '#shared/day-lists.ts'
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
import { newestDay } from './business-date.ts'
import { coverageOf } from './coverage.ts'
import { dailySums } from './daily-sums.ts'
import { dayChanges } from './day-changes.ts'
import { dayDevices, type Reader } from './day-lists.ts'
import { rateOfIndicator } from './day-rates.ts'
import { deviceHistory, reviewedCounts } from './device-history.ts'
import type { Naming } from './naming.ts'
import { newestFeed } from './newest-feed.ts'
import { overviewOf, pieOf, placePie } from './pies.ts'
import { provinceCounts } from './province-counts.ts'
import { narrowed, rangeOf, sumsOf } from './range.ts'
import { barsBy, rankingOf } from './rankings.ts'
import { rateLine, stackedStates, stateLine } from './series.ts'

const namingOf = async (ctx: SignedInContext): Promise<Naming> => ({
  book: await ctx.services.places.book(),
  language: ctx.request.language,
})
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

const isPersonal = ({ reach }: SignedInContext): boolean => reach === 'client' || reach === 'account'
const readerOf = async (ctx: SignedInContext): Promise<Reader> => ({
  book: await ctx.services.places.book(),
  timeZone: ctx.config.timeZone,
  personal: isPersonal(ctx),
  days: dayReading(ctx),
})

export const chartsRouter = router({
  // The business date in the page header.
  lastDate: procedure('charts.lastDate').query(({ ctx }) => newestDay(ctx)),
  newestFeed: procedure('charts.newestFeed')
    .input(NewestFeedRequest)
    .query(async ({ ctx }): Promise<NewestFeed> => newestFeed(ctx.readDb, await ctx.services.places.narrow(ctx.scope))),
  // The nine cards.
  counts: query('charts.counts', CountsRequest, async (ctx, input) => {
    const set = await setOf(ctx, input)
    return sharedRead(ctx.readDb, ['charts.counts', set], () => stateCounts(ctx.readDb, set))
  }),
  // One pie: by state, by number of repairs or by type.
  pie: query('charts.pie', PieRequest, async (ctx, input) => {
    const { indicator } = input
    const set = await setOf(ctx, input)
    const counts = await sharedRead(ctx.readDb, ['charts.pie', indicator, set], () =>
      countsBy(ctx.readDb, set, indicator),
    )
    return pieOf(counts, indicator, (await ctx.services.places.book()).types)
  }),
  // Cards and pies of the dashboard together.
  overview: query('charts.overview', CountsRequest, async (ctx, input) => {
    const set = await setOf(ctx, input)
    const facets = await sharedRead(ctx.readDb, ['charts.overview', set], () => deviceFacets(ctx.readDb, set))
    return overviewOf(facets, (await ctx.services.places.book()).types)
  }),
  // Devices by state over days or months.
  stackedStates: query('charts.stackedStates', SeriesRequest, async (ctx, input) => {
    const { range, sums } = await sumsOf(ctx, input)
    return stackedStates(sums, range)
  }),
  // The online, offline or compliance rate over days or months.
  rate: query('charts.rate', RateRequest, async (ctx, input) => {
    const { range, sums } = await sumsOf(ctx, input)
    return rateLine(sums, range, input.rate, input.basis)
  }),
  // Devices by client.
  clientPie: query('charts.clientPie', CountsRequest, async (ctx, input) =>
    placePie(ctx.readDb, await setOf(ctx, input), await namingOf(ctx), 'client_id'),
  ),
  // Devices by site.
  sitePie: query('charts.sitePie', CountsRequest, async (ctx, input) =>
    placePie(ctx.readDb, await setOf(ctx, input), await namingOf(ctx), 'site_id'),
  ),
  // The states at the end of the business date, or of the last day of the range.
  dailyPie: query('charts.dailyPie', SeriesRequest, async (ctx, input): Promise<PieSlice[]> => {
    const { end } = await rangeOf(ctx, input)
    const [sums] = await dailySums(ctx.readDb, await narrowed(ctx, input), end, end)
    const { total: _, ...states } = countsOf([])
    return (Object.keys(states) as (keyof typeof states)[])
      .map((name) => ({ name, value: sums?.[name] ?? 0 }))
      .filter(({ value }) => value > 0)
  }),
  // One rate or one state over days or months.
  line: query('charts.line', LineRequest, async (ctx, input) => {
    const { range, sums } = await sumsOf(ctx, input)
    return isRate(input.line)
      ? rateLine(sums, range, rateOfIndicator[input.line], input.basis)
      : stateLine(sums, range, input.line)
  }),
  // Devices by province, place, type or state.
  bar: query('charts.bar', BarRequest, async (ctx, input) =>
    barsBy(ctx.readDb, await setOf(ctx, input), await namingOf(ctx), input.by),
  ),
  // The nine counts of each province.
  provinces: query('charts.provinces', CountsRequest, async (ctx, input) =>
    provinceCounts(ctx.readDb, await setOf(ctx, input), await namingOf(ctx)),
  ),
  clientRanking: query('charts.clientRanking', RankingRequest, (ctx, input) => ranking(ctx, input, 'client_id')),
  siteRanking: query('charts.siteRanking', RankingRequest, (ctx, input) => ranking(ctx, input, 'site_id')),
  // One device day by day.
  device: query('charts.device', DeviceHistoryRequest, async (ctx, input) => {
    const { start, end } = await rangeOf(ctx, input)
    return deviceHistory(ctx.readDb, dayReading(ctx), await ctx.services.places.narrow(ctx.scope), {
      id: input.id,
      start,
      end,
    })
  }),
  // The devices that a user reviews, by state.
  reviewed: query('charts.reviewed', ReviewedRequest, async (ctx, input) =>
    reviewedCounts(
      ctx.readDb,
      await ctx.services.places.narrow(ctx.scope, { companyId: input.companyId }),
      input.userId,
    ),
  ),
  // The provinces: their stored names, and their names in the caller's language.
  provinceNames: procedure('charts.provinceNames').query(({ ctx }) => findProvinces(ctx.readDb, ctx.request.language)),
  // States and the three rates of one place, from one query.
  history: query('charts.history', SeriesRequest, async (ctx, input): Promise<PlaceHistory> => {
    const { range, sums } = await sumsOf(ctx, input)
    const lines = Object.fromEntries(
      rates.map((rate) => [rate, rateLine(sums, range, rate, input.basis)]),
    ) as PlaceHistory['rates']
    return { stack: stackedStates(sums, range), rates: lines }
  }),
  // The devices that a point of a chart counts.
  dayDevices: query('charts.dayDevices', DayDevicesRequest, async (ctx, input) =>
    dayDevices(ctx.readDb, await narrowed(ctx, input), input, await readerOf(ctx)),
  ),
  // The changes of state between two days, with states, cause and author.
  dayChanges: query('charts.dayChanges', DayChangesRequest, async (ctx, input) =>
    dayChanges(ctx.readDb, await narrowed(ctx, input), input, await readerOf(ctx)),
  ),
  // The share of the fleet in the feeds of the business date. Owners of machines get null, because it is about whole
  // sites.
  coverage: procedure('charts.coverage').query(async ({ ctx }) => {
    if (isPersonal(ctx)) return null
    const set = await ctx.services.places.narrow(ctx.scope)
    const date = await newestDay(ctx, set)
    return date === null ? null : coverageOf(ctx.readDb, await ctx.services.places.book(), set, date)
  }),
})
