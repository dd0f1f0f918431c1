import { z } from 'zod'
import { bases, CountsRequest, type RateLine, SeriesRequest } from './charts.ts'
import { type DeviceCounts, type DeviceState, deviceStates } from './devices.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/** Rows of a ranking (documented chart page size). */
export const rankingSize = 20

/** The rates by their names in the API; the documents call compliance "hash rate". */
export const rateIndicators = ['online_rate', 'offline_rate', 'hash_rate'] as const
export type RateIndicator = (typeof rateIndicators)[number]
export const countIndicators = [
  'total_device_count',
  ...deviceStates.map((state) => `${state}_device_count` as const),
] as const
export const rankingIndicators = [...rateIndicators, ...countIndicators] as const
export type RankingIndicator = (typeof rankingIndicators)[number]

export const barIndicators = ['province', 'site', 'client', 'account', 'type', 'state'] as const
export type BarIndicator = (typeof barIndicators)[number]

/** A ranking of places by their present counts, or by a rate of the business date. */
export const RankingRequest = closedRequest({
  ...CountsRequest.shape,
  by: z.enum(rankingIndicators),
  basis: unlimited(z.enum(bases)).transform((basis) => basis ?? 'inService'),
})
export type RankingRequest = z.output<typeof RankingRequest>
export const BarRequest = closedRequest({ ...CountsRequest.shape, by: z.enum(barIndicators) })
export type BarRequest = z.output<typeof BarRequest>
export const LineRequest = closedRequest({ ...SeriesRequest.shape, line: z.enum([...rateIndicators, ...deviceStates]) })
export type LineRequest = z.output<typeof LineRequest>
export const DeviceHistoryRequest = closedRequest({ ...SeriesRequest.shape, id: Id })
export const ReviewedRequest = closedRequest({ companyId: Id, userId: Id })

/** Labels and values of bars; the documents call all labels provinces. */
export type Bars = { provinces: string[]; counts: number[] }
/** A slice with a link; id null = devices without such a place. */
export type PlaceSlice = { id: number | null; name: string; value: number }
export type ProvinceCounts = { province: string } & DeviceCounts
/** Devices in one state over time; a month shows the average count a day. */
export type StateLine = { name: DeviceState; xAxisData: string[]; data: (number | null)[] }
export type DailyLine = RateLine | StateLine
/** One device day by day; null = no row of that day, or no report. hashRate and hashTarget in TH/s. */
export type DeviceHistory = {
  xAxisData: string[]
  states: (DeviceState | null)[]
  hashRate: (number | null)[]
  hashTarget: (number | null)[]
  /** 100 = online at the end of the day, 0 = offline, null = not in service or not known. */
  onlineRate: (number | null)[]
}
