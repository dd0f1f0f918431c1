import { z } from 'zod'
import { exceptionKinds } from '#shared/health-limits.ts'
import type {
  BasicFigures,
  CompanyCounts,
  ExceptionRow,
  ExceptionSeries,
  MeasuresAnswer,
  MonthSeries,
  TopGroupsAnswer,
} from '#shared/kpi.ts'
import { answerOf, count, counts, id, listOf, text } from './answer-schemas.ts'
import { type Route, route } from './route.ts'
import { traceShape } from './traces.ts'

const series = z.array(count)
const yuan = z.number().min(0)
const kind = z.enum(exceptionKinds)

export const topGroupsAnswer = answerOf<TopGroupsAnswer>()(
  z.object({
    provinces: z.array(text),
    counts: series,
    groups: z.array(
      z.object({ id, name: text, companyId: id, company: text, users: count, devices: count, reports: count }),
    ),
  }),
)
export const measuresAnswer = answerOf<MeasuresAnswer>()(
  z.object({
    start: text,
    end: text,
    methods: z.array(
      z.object({ checkMethod: text, count, cashAmount: yuan.nullable(), differs: z.boolean(), total: yuan }),
    ),
    count,
    total: yuan,
    unpriced: count,
    measurements: z.array(z.object({ kind, measured: count, exceptions: count })),
  }),
)
export const exceptionSeriesAnswer = answerOf<ExceptionSeries>()(
  z.object({
    xAxisData: z.array(text),
    series: z.array(z.object({ name: kind, data: series })),
    data: series,
    measured: series,
  }),
)
export const exceptionRowAnswer = answerOf<ExceptionRow>()(z.object({ ...traceShape, exceptions: z.array(kind) }))
export const basicAnswer = answerOf<BasicFigures>()(
  z.object({
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
  }),
)
export const companyCountsAnswer = answerOf<CompanyCounts[]>()(
  z.array(
    z.object({
      id,
      name: text,
      superCompanyId: id.nullable(),
      onlineRate: z.number().min(0).max(100).nullable(),
      ...counts,
    }),
  ),
)
export const monthsAnswer = answerOf<MonthSeries>()(z.object({ xAxisData: z.array(text), data: series, total: count }))

/** The documented figures of a company and those below it. */
export const kpiRoutes: readonly Route[] = [
  route('POST', '/data/byTopGroups/:companyId/:rows', 'kpi.topGroups', {
    call: 'C070',
    title: 'api.topGroups',
    answer: topGroupsAnswer,
    example: { params: { companyId: 2, rows: 5 }, body: { by: 'reports' } },
  }),
  route('POST', '/data/byMeasures/:companyId/:days', 'kpi.byMeasures', {
    call: 'C071',
    title: 'api.byMeasures',
    answer: measuresAnswer,
    example: { params: { companyId: 2, days: 30 } },
  }),
  route('POST', '/data/dataByMeasuresException/:companyId/:days', 'kpi.exceptions', {
    call: 'C072',
    title: 'api.exceptions',
    answer: exceptionSeriesAnswer,
    example: { params: { companyId: 2, days: 30 } },
  }),
  route('POST', '/data/basic/:companyId', 'kpi.basic', {
    call: 'C073',
    title: 'api.basic',
    answer: basicAnswer,
    example: { params: { companyId: 2 } },
  }),
  route('POST', '/data/dialogByMeasuresException/:companyId', 'kpi.exceptionRows', {
    call: 'C074',
    title: 'api.exceptionRows',
    answer: listOf(exceptionRowAnswer),
    example: { params: { companyId: 2 }, body: { page: 1, size: 20, days: 30, kind: 'bloodPressure' } },
  }),
  route('POST', '/data/byCompany/:companyId', 'kpi.byCompany', {
    call: 'C075',
    title: 'api.byCompany',
    answer: companyCountsAnswer,
    example: { params: { companyId: 1 } },
  }),
  route('POST', '/data/certificate/byCompany/:companyId', 'kpi.certificates', {
    call: 'C076',
    title: 'api.certificates',
    answer: monthsAnswer,
    example: { params: { companyId: 2 }, body: { months: 12 } },
  }),
]
