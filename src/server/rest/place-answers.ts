import { z } from 'zod'
import { bases, type PieSlice, rates } from '#shared/charts.ts'
import { type DeviceCounts, DeviceState } from '#shared/devices.ts'
import {
  type AccountDetail,
  type AccountRow,
  type ClientDetail,
  type ClientRow,
  type NamedPlace,
  placeCounts,
  type SiteDetail,
  type SiteRow,
} from '#shared/places.ts'
import type { Bars, DailyLine, DeviceHistory, PlaceSlice, ProvinceCounts } from '#shared/rankings.ts'
import { counts } from './answers.ts'

/** What places and the charts of places answer; see answers.ts. */
const text = z.string()
const id = z.int().min(1)
const count = z.int().min(0)
const optionalText = text.nullable()
const optionalId = id.nullable()
const placed = Object.fromEntries(placeCounts.map((name) => [name, count])) as Record<(typeof placeCounts)[number], typeof count>
const address = { province: optionalText, city: optionalText, region: optionalText }
const picture = z.object({ id, url: text, fileName: text, width: count, height: count }).nullable()
const pictures = { smallPicId: optionalId, picId: optionalId, smallPic: picture, pic: picture }

export const siteAnswer: z.ZodType<SiteRow> = z.object({ id, name: text, province: optionalText, ...placed })
export const clientAnswer: z.ZodType<ClientRow> = z.object({ id, name: text, companyId: id, company: text, province: optionalText, ...placed })
export const accountAnswer: z.ZodType<AccountRow> = z.object({ id, name: text, clientId: id, client: text, siteId: optionalId, site: optionalText, ...placed })
export const siteDetailAnswer: z.ZodType<SiteDetail> = z.object({
  id,
  name: text,
  kind: z.enum(['headquarters', 'base']),
  domain: optionalText,
  superCompanyId: optionalId,
  superCompany: optionalText,
  ...address,
  ...pictures,
  totalNumber: z.int().nullable(),
  remainNumber: z.int().nullable(),
  accounts: z.array(id),
  rowVersion: id,
  ...placed,
})
export const clientDetailAnswer: z.ZodType<ClientDetail> = z.object({
  id,
  name: text,
  companyId: id,
  company: text,
  ...address,
  ...pictures,
  accounts: z.array(id),
  rowVersion: id,
  ...placed,
})
export const accountDetailAnswer: z.ZodType<AccountDetail> = z.object({
  id,
  name: text,
  clientId: id,
  client: text,
  siteId: optionalId,
  site: optionalText,
  rowVersion: id,
  ...placed,
})
export const namedPlaceAnswer: z.ZodType<NamedPlace> = z.object({ id, name: text })

export const barsAnswer: z.ZodType<Bars> = z.object({ provinces: z.array(text), counts: z.array(z.number()) })
export const provinceCountsAnswer: z.ZodType<ProvinceCounts[]> = z.array(
  z.object({ province: text, ...counts } satisfies Record<keyof DeviceCounts | 'province', z.ZodType>),
)
const dayValues = z.array(z.number().nullable())
export const lineAnswer: z.ZodType<DailyLine> = z.union([
  z.object({
    name: z.enum(rates),
    xAxisData: z.array(text),
    data: dayValues,
    numerator: dayValues,
    denominator: dayValues,
    basis: z.enum(bases),
  }),
  z.object({ name: DeviceState, xAxisData: z.array(text), data: dayValues }),
])
/** Lines over the days of one device; the state is a line of words. */
type DeviceSeries = { xAxisData: string[]; series: { name: string; data: (string | number | null)[] }[] }
export const deviceSeriesAnswer: z.ZodType<DeviceSeries> = z.object({
  xAxisData: z.array(text),
  series: z.array(z.object({ name: text, data: z.array(z.union([text, z.number()]).nullable()) })),
})

/** Each chosen line of the history as the documents name series. */
export const deviceSeries =
  (lines: Readonly<Record<string, 'states' | 'hashRate' | 'hashTarget' | 'onlineRate'>>) =>
  (history: DeviceHistory): DeviceSeries => ({
    xAxisData: history.xAxisData,
    series: Object.entries(lines).map(([name, line]) => ({ name, data: history[line] })),
  })
/** The documented slices have a name and a value alone. */
export const plainSlices = (slices: readonly PlaceSlice[]): PieSlice[] => slices.map(({ name, value }) => ({ name, value }))
export const provinceBars = (provinces: readonly ProvinceCounts[]): Bars => ({
  provinces: provinces.map(({ province }) => province),
  counts: provinces.map(({ total }) => total),
})
