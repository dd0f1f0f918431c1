import { z } from 'zod'
import type { DeviceCounts } from '#shared/devices.ts'
import { exceptionKinds } from '#shared/health-limits.ts'
import type { BasicFigures, CompanyCounts, ExceptionRow, ExceptionSeries, MeasuresAnswer, MonthSeries, TopGroupsAnswer } from '#shared/kpi.ts'
import { traceShape } from './class-answers.ts'

const text = z.string()
const id = z.int().min(1)
const count = z.int().min(0)
const counts = z.array(count)
const yuan = z.number().min(0)
const kind = z.enum(exceptionKinds)

export const topGroupsAnswer: z.ZodType<TopGroupsAnswer> = z.object({
  provinces: z.array(text),
  counts,
  groups: z.array(z.object({ id, name: text, companyId: id, company: text, users: count, devices: count, reports: count })),
})
export const measuresAnswer: z.ZodType<MeasuresAnswer> = z.object({
  start: text,
  end: text,
  methods: z.array(z.object({ checkMethod: text, count, cashAmount: yuan.nullable(), differs: z.boolean(), total: yuan })),
  count,
  total: yuan,
  unpriced: count,
  measurements: z.array(z.object({ kind, measured: count, exceptions: count })),
})
export const exceptionSeriesAnswer: z.ZodType<ExceptionSeries> = z.object({
  xAxisData: z.array(text),
  series: z.array(z.object({ name: kind, data: counts })),
  data: counts,
  measured: counts,
})
export const exceptionRowAnswer: z.ZodType<ExceptionRow> = z.object({ ...traceShape, exceptions: z.array(kind) })
export const basicAnswer: z.ZodType<BasicFigures> = z.object({
  companyId: id,
  company: text,
  devices: count,
  sites: count,
  clients: count,
  accounts: count,
  users: count,
  stations: count,
  reports: count,
  certificates: count,
  traces: count,
})
const stateCounts = {
  total: count,
  normal: count,
  low: count,
  warn: count,
  offline: count,
  repairing: count,
  repaired: count,
  lost: count,
  scrap: count,
} satisfies Record<keyof DeviceCounts, z.ZodType<number>>
export const companyCountsAnswer: z.ZodType<CompanyCounts[]> = z.array(
  z.object({ id, name: text, superCompanyId: id.nullable(), onlineRate: z.number().min(0).max(100).nullable(), ...stateCounts }),
)
export const monthsAnswer: z.ZodType<MonthSeries> = z.object({ xAxisData: z.array(text), data: counts, total: count })
