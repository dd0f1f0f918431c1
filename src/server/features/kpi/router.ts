import { procedure, router } from '#server/trpc.ts'
import {
  type BasicFigures,
  CertificateRows,
  type CompanyCounts,
  CompanyDays,
  CompanyFigures,
  CompanyMonths,
  type CountedRow,
  type ExceptionRow,
  ExceptionRows,
  type ExceptionSeries,
  type MeasuresAnswer,
  type MonthSeries,
  StationRows,
  TopGroups,
  type TopGroupsAnswer,
} from '#shared/kpi.ts'
import type { Page } from '#shared/paging.ts'
import { basicFigures, companyRows, topGroups } from './companies.ts'
import { certificateRows, stationRows } from './counted-rows.ts'
import { exceptionRows, exceptionSeries } from './exceptions.ts'
import { byMeasures, certificates } from './reports.ts'

/** Figures of a company and those below it (C070 to C076). A company out of reach is refused like a missing one. */
export const kpiRouter = router({
  topGroups: procedure('kpi.topGroups')
    .input(TopGroups)
    .query(({ ctx, input }): Promise<TopGroupsAnswer> => topGroups(ctx, input)),
  byMeasures: procedure('kpi.byMeasures')
    .input(CompanyDays)
    .query(({ ctx, input }): Promise<MeasuresAnswer> => byMeasures(ctx, input.companyId, input.days)),
  exceptions: procedure('kpi.exceptions')
    .input(CompanyDays)
    .query(({ ctx, input }): Promise<ExceptionSeries> => exceptionSeries(ctx, input.companyId, input.days)),
  exceptionRows: procedure('kpi.exceptionRows')
    .input(ExceptionRows)
    .query(({ ctx, input }): Promise<Page<ExceptionRow>> => exceptionRows(ctx, input)),
  basic: procedure('kpi.basic')
    .input(CompanyFigures)
    .query(({ ctx, input }): Promise<BasicFigures> => basicFigures(ctx, input.companyId)),
  byCompany: procedure('kpi.byCompany')
    .input(CompanyFigures)
    .query(({ ctx, input }): Promise<CompanyCounts[]> => companyRows(ctx, input.companyId)),
  certificates: procedure('kpi.certificates')
    .input(CompanyMonths)
    .query(({ ctx, input }): Promise<MonthSeries> => certificates(ctx, input.companyId, input.months)),
  // The rows that the bars of these charts count.
  stationRows: procedure('kpi.stationRows')
    .input(StationRows)
    .query(({ ctx, input }): Promise<Page<CountedRow>> => stationRows(ctx, input)),
  certificateRows: procedure('kpi.certificateRows')
    .input(CertificateRows)
    .query(({ ctx, input }): Promise<Page<CountedRow>> => certificateRows(ctx, input)),
})
