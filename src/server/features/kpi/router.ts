import { query, router } from '#server/trpc.ts'
import {
  type BasicFigures,
  CertificateRows,
  type CompanyCounts,
  CompanyDays,
  CompanyFigures,
  CompanyMonths,
  ExceptionRows,
  type ExceptionSeries,
  type MeasuresAnswer,
  type MonthSeries,
  StationRows,
  TopGroups,
} from '#shared/kpi.ts'
import { basicFigures, companyRows, topGroups } from './companies.ts'
import { certificateRows, stationRows } from './counted-rows.ts'
import { exceptionRows, exceptionSeries } from './exceptions.ts'
import { byMeasures, certificates } from './reports.ts'

/** Figures of a company and those below it (C070 to C076). A company out of reach is refused like a missing one. */
export const kpiRouter = router({
  topGroups: query('kpi.topGroups', TopGroups, topGroups),
  byMeasures: query(
    'kpi.byMeasures',
    CompanyDays,
    (ctx, input): Promise<MeasuresAnswer> => byMeasures(ctx, input.companyId, input.days),
  ),
  exceptions: query(
    'kpi.exceptions',
    CompanyDays,
    (ctx, input): Promise<ExceptionSeries> => exceptionSeries(ctx, input.companyId, input.days),
  ),
  exceptionRows: query('kpi.exceptionRows', ExceptionRows, exceptionRows),
  basic: query('kpi.basic', CompanyFigures, (ctx, input): Promise<BasicFigures> => basicFigures(ctx, input.companyId)),
  byCompany: query(
    'kpi.byCompany',
    CompanyFigures,
    (ctx, input): Promise<CompanyCounts[]> => companyRows(ctx, input.companyId),
  ),
  certificates: query(
    'kpi.certificates',
    CompanyMonths,
    (ctx, input): Promise<MonthSeries> => certificates(ctx, input.companyId, input.months),
  ),
  // The rows that the bars of these charts count.
  stationRows: query('kpi.stationRows', StationRows, stationRows),
  certificateRows: query('kpi.certificateRows', CertificateRows, certificateRows),
})
