import { listOf } from './answers.ts'
import { basicAnswer, companyCountsAnswer, exceptionRowAnswer, exceptionSeriesAnswer, measuresAnswer, monthsAnswer, topGroupsAnswer } from './kpi-answers.ts'
import { type Route, route } from './route.ts'

/** The documented figures of a company and those below it. */
export const kpiRoutes: readonly Route[] = [
  route('POST', '/data/byTopGroups/:companyId/:rows', 'kpi.topGroups', { call: 'C070', title: 'api.topGroups', answer: topGroupsAnswer }),
  route('POST', '/data/byMeasures/:companyId/:days', 'kpi.byMeasures', { call: 'C071', title: 'api.byMeasures', answer: measuresAnswer }),
  route('POST', '/data/dataByMeasuresException/:companyId/:days', 'kpi.exceptions', {
    call: 'C072',
    title: 'api.exceptions',
    answer: exceptionSeriesAnswer,
  }),
  route('POST', '/data/basic/:companyId', 'kpi.basic', { call: 'C073', title: 'api.basic', answer: basicAnswer }),
  route('POST', '/data/dialogByMeasuresException/:companyId', 'kpi.exceptionRows', {
    call: 'C074',
    title: 'api.exceptionRows',
    answer: listOf(exceptionRowAnswer),
  }),
  route('POST', '/data/byCompany/:companyId', 'kpi.byCompany', { call: 'C075', title: 'api.byCompany', answer: companyCountsAnswer }),
  route('POST', '/data/certificate/byCompany/:companyId', 'kpi.certificates', { call: 'C076', title: 'api.certificates', answer: monthsAnswer }),
]
