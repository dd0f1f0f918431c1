import { dayReading } from '#server/features/history/archived-months.ts'
import { procedure, type SignedInContext } from '#server/trpc.ts'
import { rates, SeriesRequest } from '#shared/charts.ts'
import { DayChangesRequest, DayDevicesRequest, type PlaceHistory } from '#shared/day-lists.ts'
import { coverageOf } from './coverage.ts'
import { dayChanges as findChanges } from './day-changes.ts'
import { dayDevices as findDevices, type Reader } from './day-lists.ts'
import { narrowed, newestDay, sumsOf } from './range.ts'
import { rateLine, stackedStates } from './series.ts'

const isPersonal = ({ reach }: SignedInContext): boolean => reach === 'client' || reach === 'account'
const readerOf = async (ctx: SignedInContext): Promise<Reader> => ({
  book: await ctx.services.places.book(),
  timeZone: ctx.config.timeZone,
  personal: isPersonal(ctx),
  days: dayReading(ctx),
})

// States and the three rates of one place, from one reading.
export const history = procedure('charts.history')
  .input(SeriesRequest)
  .query(async ({ ctx, input }): Promise<PlaceHistory> => {
    const { range, sums } = await sumsOf(ctx, input)
    const lines = Object.fromEntries(rates.map((rate) => [rate, rateLine(sums, range, rate, input.basis)])) as PlaceHistory['rates']
    return { stack: stackedStates(sums, range), rates: lines }
  })
// The devices that a point of a chart counts.
export const dayDevices = procedure('charts.dayDevices')
  .input(DayDevicesRequest)
  .query(async ({ ctx, input }) => findDevices(ctx.readDb, await narrowed(ctx, input), input, await readerOf(ctx)))
// The devices that changed state between two days: from what to what, why, by whom.
export const dayChanges = procedure('charts.dayChanges')
  .input(DayChangesRequest)
  .query(async ({ ctx, input }) => findChanges(ctx.readDb, await narrowed(ctx, input), input, await readerOf(ctx)))
// How much of the fleet the feed of the business date told of; the owners of machines are not told about whole sites.
export const coverage = procedure('charts.coverage').query(async ({ ctx }) => {
  if (isPersonal(ctx)) return null
  const set = await ctx.services.places.narrow(ctx.scope)
  const date = await newestDay(ctx, set)
  return date === null ? null : coverageOf(ctx.readDb, await ctx.services.places.book(), set, date)
})
