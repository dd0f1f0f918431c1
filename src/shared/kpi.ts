import { z } from 'zod'
import { Day, Month } from './dates.ts'
import type { DeviceCounts } from './devices.ts'
import { type ExceptionKind, exceptionKinds } from './health-limits.ts'
import { Paging } from './paging.ts'
import type { Bars } from './rankings.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'
import type { TraceRow } from './traces.ts'

const mostDays = 366
const mostRows = 100
const mostMonths = 36
/** Days shown by default, as in every chart. Source: both documents, section 9. */
export const usualKpiDays = 7
const defaultMonths = 12
const whole = (most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.number().int().min(1).max(most),
  )

export const groupOrders = ['devices', 'reports', 'users'] as const
/** The numbers of days that the screen offers. */
export const kpiDays = [7, 30, 90] as const
/** Filters of the figures screen: the company (by default `own`), the number of days, and the order of stations. */
export const kpiFilters = (own: number) =>
  z.object({
    companyId: unlimited(Id).transform((id) => id ?? own),
    days: unlimited(z.preprocess(Number, z.literal(kpiDays))).transform((days) => days ?? usualKpiDays),
    by: unlimited(z.enum(groupOrders)).transform((by) => by ?? 'devices'),
  })
export const CompanyFigures = z.object({ companyId: Id })
export const TopGroups = z.object({
  companyId: Id,
  rows: whole(mostRows),
  by: unlimited(z.enum(groupOrders)).transform((by) => by ?? 'devices'),
})
export type TopGroups = z.output<typeof TopGroups>
/** The rows of a station's bar, and of a month of certificates. */
export const StationRows = closedRequest({ ...Paging.shape, companyId: Id, stationId: Id, by: z.enum(groupOrders) })
export type StationRows = z.output<typeof StationRows>
export const CertificateRows = closedRequest({ ...Paging.shape, companyId: Id, month: Month })
export type CertificateRows = z.output<typeof CertificateRows>
/**
 * A device, report or person in a bar; `what` = its state, its status, or the person's role; `at` = when a report was
 * created or finished.
 */
export type CountedRow = { id: number; name: string; company: string; what: string; at: string | null }
export const CompanyDays = z.object({ companyId: Id, days: whole(mostDays) })
export const CompanyMonths = z.object({
  companyId: Id,
  months: unlimited(whole(mostMonths)).transform((months) => months ?? defaultMonths),
})
/** The last `days` business days including today, or only `date`; `kind` = the measurement outside its limits. */
export const ExceptionRows = z.object({
  ...Paging.shape,
  companyId: Id,
  days: unlimited(whole(mostDays)).transform((days) => days ?? usualKpiDays),
  date: unlimited(Day),
  kind: unlimited(z.enum(exceptionKinds)),
})
export type ExceptionRows = z.output<typeof ExceptionRows>

/**
 * The figures of a company and those below it. `devices` = the card "total"; `reports` = all that are not cancelled,
 * `certificates` = the finished ones.
 */
export type BasicFigures = {
  companyId: number
  company: string
  devices: number
  sites: number
  clients: number
  accounts: number
  users: number
  stations: number
  reports: number
  certificates: number
  traces: number
}
/** A station: its people, the devices that they review, and the reports written there. */
export type GroupFigures = {
  id: number
  name: string
  companyId: number
  company: string
  users: number
  devices: number
  reports: number
}
export type TopGroupsAnswer = Bars & { groups: GroupFigures[] }
/** A company with everything below it; `onlineRate` = that of the business date, in percent. */
export type CompanyCounts = {
  id: number
  name: string
  superCompanyId: number | null
  onlineRate: number | null
} & DeviceCounts

/**
 * Finished inspections by check method; amounts in yuan. `cashAmount` null = none is set, or, with `differs`, each base
 * has its own.
 */
export type MethodFigures = {
  checkMethod: string
  count: number
  cashAmount: number | null
  differs: boolean
  total: number
}
/** Traces with a measurement of the kind, and those outside the limits. */
export type MeasuredFigures = { kind: ExceptionKind; measured: number; exceptions: number }
export type MeasuresAnswer = {
  start: Day
  end: Day
  methods: MethodFigures[]
  count: number
  total: number
  /** Finished inspections whose check method has no amount. */
  unpriced: number
  measurements: MeasuredFigures[]
}
/** Traces outside the limits by day; `data` counts a trace once, whatever measurement is outside. */
export type ExceptionSeries = {
  xAxisData: Day[]
  series: { name: ExceptionKind; data: number[] }[]
  data: number[]
  measured: number[]
}
export type ExceptionRow = TraceRow & { exceptions: ExceptionKind[] }
/** Certificates by month, YYYY-MM. */
export type MonthSeries = { xAxisData: string[]; data: number[]; total: number }
