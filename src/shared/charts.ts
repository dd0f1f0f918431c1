import { z } from 'zod'
import { type PieIndicator, periods, pieIndicators } from './chart-choices.ts'
import { addDays, TwoDays } from './dates.ts'
import { type DeviceCounts, DeviceFilters, DeviceSort, documentedExtras } from './devices.ts'
import { Paging } from './paging.ts'
import { closedRequest, unlimited } from './request-fields.ts'

export const bases = ['inService', 'allOwned'] as const
export type Basis = (typeof bases)[number]
export const rates = ['online', 'offline', 'compliance'] as const
export type Rate = (typeof rates)[number]

const longestRangeDays = 3_660

/**
 * Cards and pies: the scope part of the device filters. `pieType` is accepted and ignored, because documented clients
 * send it.
 */
export const CountsRequest = closedRequest({
  ...DeviceFilters.shape,
  ...Paging.shape,
  ...DeviceSort.shape,
  ...documentedExtras,
})
export type CountsRequest = z.output<typeof CountsRequest>

export const PieRequest = closedRequest({ ...CountsRequest.shape, indicator: z.enum(pieIndicators) })
export type PieRequest = z.output<typeof PieRequest>

/**
 * Charts over time, filtered by company, client, account, site and type; the other fields of the documented body are
 * accepted and ignored. Without a range = the last seven known business days.
 */
export const SeriesRequest = closedRequest({
  ...DeviceFilters.shape,
  ...Paging.shape,
  ...DeviceSort.shape,
  total: z.unknown().optional(),
  pieType: documentedExtras.pieType,
  reservePeriod: unlimited(z.enum(periods)).transform((period) => period ?? 'day'),
  businessDateQuery: unlimited(
    z.union([
      z.tuple([]).transform(() => undefined),
      TwoDays.refine(([start, end]) => start <= end, { message: 'dateOrder' }).refine(
        ([start, end]) => addDays(start, longestRangeDays) >= end,
        {
          message: 'dateRange',
        },
      ),
    ]),
  ),
  basis: unlimited(z.enum(bases)).transform((basis) => basis ?? 'inService'),
})
export type SeriesRequest = z.output<typeof SeriesRequest>
export const RateRequest = closedRequest({ ...SeriesRequest.shape, rate: z.enum(rates) })
export type RateRequest = z.output<typeof RateRequest>

/**
 * Devices by state over time; null = not known. Days: the count of that day. Months: the average count a day, and in
 * `lastDay` the count of the last known day of the month.
 */
export type StateSeries = { name: string; data: (number | null)[]; lastDay?: (number | null)[] }
export type StackedStates = { xAxisData: string[]; series: StateSeries[] }
/** Percent with two decimals, rounded down; null = not known for that day. */
export type RateLine = {
  name: string
  xAxisData: string[]
  data: (number | null)[]
  numerator: (number | null)[]
  denominator: (number | null)[]
  basis: Basis
}
/** `again` marks the periodic query of a page, so that its response is cached separately from the first one. */
export const NewestFeedRequest = closedRequest({ again: z.boolean().optional() })
/** ISO instant; null = no feed yet. */
export type NewestFeed = { at: string | null }
export type PieSlice = { name: string; value: number }
/** All data above the device table, from one read: cards and pies cannot disagree. */
export type Overview = { counts: DeviceCounts; pies: Record<PieIndicator, PieSlice[]> }

/** numerator / denominator in percent, two decimals, rounded down so that 100 means all; null for an empty denominator. Source: fleet.md, Rates. */
export function percent(numerator: number, denominator: number): number | null {
  if (denominator <= 0) return null
  return Math.floor((numerator * 10_000) / denominator) / 100
}

/** Devices that have never reported, and those without data for the day because of their site. */
export type RateOutside = { never: number; noData: number }
