import { z } from 'zod'
import type { RateLine, StackedStates } from '#shared/charts.ts'
import { bases, type PieSlice, type Rate, rates } from '#shared/charts.ts'
import { type DeviceCounts, DeviceState } from '#shared/devices.ts'
import type { ApiWord } from '#shared/i18n/api.ts'
import type { Bars, DailyLine, DeviceHistory, PlaceSlice, ProvinceCounts } from '#shared/rankings.ts'
import { answerOf, count, counts, optionalText, text } from './answer-schemas.ts'
import type { CallExample } from './call-example.ts'
import { type Route, route } from './route.ts'

export const countsAnswer = answerOf<DeviceCounts>()(z.object(counts))
const dayValues = z.array(z.number().nullable())
export const stackAnswer = answerOf<StackedStates>()(
  z.object({
    xAxisData: z.array(text),
    series: z.array(z.object({ name: DeviceState, data: dayValues, lastDay: dayValues.optional() })),
  }),
)
const rateLine = z.object({
  name: z.enum(rates),
  xAxisData: z.array(text),
  data: dayValues,
  numerator: dayValues,
  denominator: dayValues,
  basis: z.enum(bases),
})
export const rateAnswer = answerOf<RateLine>()(rateLine)
export const pieAnswer = answerOf<PieSlice[]>()(z.array(z.object({ name: text, value: count })))
export const lastDateAnswer = optionalText
export const barsAnswer = answerOf<Bars>()(z.object({ provinces: z.array(text), counts: z.array(z.number()) }))
export const provinceCountsAnswer = answerOf<ProvinceCounts[]>()(
  z.array(z.object({ province: text, ...counts } satisfies Record<keyof DeviceCounts | 'province', z.ZodType>)),
)
export const lineAnswer = answerOf<DailyLine>()(
  z.union([rateLine, z.object({ name: DeviceState, xAxisData: z.array(text), data: dayValues })]),
)
/** Lines over the days of one device; the state is a line of words. */
type DeviceSeries = { xAxisData: string[]; series: { name: string; data: (string | number | null)[] }[] }
export const deviceSeriesAnswer = answerOf<DeviceSeries>()(
  z.object({
    xAxisData: z.array(text),
    series: z.array(z.object({ name: text, data: z.array(z.union([text, z.number()]).nullable()) })),
  }),
)

/** Return a function that formats the chosen lines of the history with the documented series names. */
export const deviceSeries =
  (lines: Readonly<Record<string, 'states' | 'hashRate' | 'hashTarget' | 'onlineRate'>>) =>
  (history: DeviceHistory): DeviceSeries => ({
    xAxisData: history.xAxisData,
    series: Object.entries(lines).map(([name, line]) => ({ name, data: history[line] })),
  })
/** Return slices with name and value only, as documented. */
export const plainSlices = (slices: readonly PlaceSlice[]): PieSlice[] =>
  slices.map(({ name, value }) => ({ name, value }))
export const provinceBars = (provinces: readonly ProvinceCounts[]): Bars => ({
  provinces: provinces.map(({ province }) => province),
  counts: provinces.map(({ total }) => total),
})

const period = {
  companyId: 2,
  siteId: '',
  reservePeriod: 'day',
  businessDateQuery: ['{today-6}', '{today}'],
  basis: 'inService',
}
const scope: CallExample = { body: { companyId: 2, clientId: 1, accountId: '', siteId: '', pieType: '' } }
const line: CallExample = { body: period }

const rateRoute = (call: `C${number}`, path: string, title: ApiWord, rate: Rate): Route =>
  route('POST', path, 'charts.rate', {
    call,
    title,
    input: { rate: { always: rate } },
    answer: rateAnswer,
    example: line,
  })
const ofDevice: CallExample = { params: { id: 1 }, body: { businessDateQuery: ['{today-6}', '{today}'] } }
const ofBase: CallExample = { body: { companyId: 2 } }

/** Figures and charts of devices (C050 to C069); those of a company and of its people are in `kpi.ts` (C070 to C076). */
export const chartRoutes: readonly Route[] = [
  route('GET', '/deviceDaily/getLastDate', 'charts.lastDate', {
    call: 'C048',
    title: 'api.lastDate',
    answer: lastDateAnswer,
    example: {},
  }),
  route('POST', '/data/getBasicDataByState/state', 'charts.counts', {
    call: 'C049',
    title: 'api.counts',
    answer: countsAnswer,
    example: scope,
  }),
  route('POST', '/data/getStackBarByState', 'charts.stackedStates', {
    call: 'C050',
    title: 'api.stack',
    answer: stackAnswer,
    example: line,
  }),
  rateRoute('C051', '/data/lineOnlineRateByDeviceDaily', 'api.online', 'online'),
  rateRoute('C052', '/data/lineOfflineRateByDeviceDaily', 'api.offline', 'offline'),
  rateRoute('C053', '/data/lineHashRateByDeviceDaily', 'api.compliance', 'compliance'),
  route('POST', '/data/getPieDataByIndicator/:indicator', 'charts.pie', {
    call: 'C054',
    title: 'api.pie',
    input: { indicator: 'params.indicator' },
    answer: pieAnswer,
    example: { params: { indicator: 'repairTimes' }, ...scope },
  }),

  route('POST', '/data/getPieDataByClientDevice', 'charts.clientPie', {
    call: 'C055',
    title: 'api.clientPie',
    output: plainSlices,
    answer: pieAnswer,
    example: ofBase,
  }),
  route('POST', '/data/getPieDataBySiteDevice', 'charts.sitePie', {
    call: 'C056',
    title: 'api.sitePie',
    output: plainSlices,
    answer: pieAnswer,
    example: ofBase,
  }),
  route('POST', '/data/getPieStateByDeviceDaily', 'charts.dailyPie', {
    call: 'C057',
    title: 'api.dailyPie',
    answer: pieAnswer,
    example: { body: { companyId: 2, siteId: 4 } },
  }),
  route('POST', '/data/lineByDeviceDaily/:line', 'charts.line', {
    call: 'C058',
    title: 'api.line',
    input: { line: 'params.line' },
    answer: lineAnswer,
    example: { params: { line: 'online_rate' }, ...line },
  }),
  route('POST', '/data/getDeviceBarBy/:bar', 'charts.bar', {
    call: 'C059',
    title: 'api.bar',
    input: { by: 'params.bar' },
    answer: barsAnswer,
    example: { params: { bar: 'site' }, body: { companyId: 2 } },
  }),
  route('POST', '/data/orderClientBy/:ranking', 'charts.clientRanking', {
    call: 'C060',
    title: 'api.clientRanking',
    input: { by: 'params.ranking' },
    answer: barsAnswer,
    example: { params: { ranking: 'online_rate' }, body: { companyId: 2, size: 20 } },
  }),
  route('POST', '/data/orderSiteBy/:ranking', 'charts.siteRanking', {
    call: 'C061',
    title: 'api.siteRanking',
    input: { by: 'params.ranking' },
    answer: barsAnswer,
    example: { params: { ranking: 'offline_device_count' }, body: { companyId: 2, size: 20 } },
  }),
  route('POST', '/data/byMachineType', 'charts.bar', {
    call: 'C064',
    title: 'api.machineTypes',
    input: { by: { always: 'province' } },
    answer: barsAnswer,
    example: { body: { companyId: 2, type: 'T20' } },
  }),
  route('POST', '/data/byProvince', 'charts.provinces', {
    call: 'C065',
    title: 'api.provinces',
    output: provinceBars,
    answer: barsAnswer,
    example: ofBase,
  }),
  route('POST', '/data/counts/byProvince', 'charts.provinces', {
    call: 'C066',
    title: 'api.provinceCounts',
    answer: provinceCountsAnswer,
    example: ofBase,
  }),
  route('POST', '/data/byMachine/:id', 'charts.device', {
    call: 'C067',
    title: 'api.deviceHistory',
    output: deviceSeries({ state: 'states', hashRate: 'hashRate', hashTarget: 'hashTarget' }),
    answer: deviceSeriesAnswer,
    example: ofDevice,
  }),
  route('POST', '/data/byMachineDay/:id', 'charts.device', {
    call: 'C068',
    title: 'api.deviceDays',
    output: deviceSeries({ onlineRate: 'onlineRate', hashRate: 'hashRate' }),
    answer: deviceSeriesAnswer,
    example: ofDevice,
  }),
  route('POST', '/data/allMyMachines/:companyId/:userId', 'charts.reviewed', {
    call: 'C069',
    title: 'api.reviewed',
    answer: countsAnswer,
    example: { params: { companyId: 2, userId: 3 } },
  }),
]
