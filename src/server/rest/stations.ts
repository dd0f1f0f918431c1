import { z } from 'zod'
import type { MeasureRow } from '#shared/measures.ts'
import type { StationRow } from '#shared/stations.ts'
import { answerOf, count, deletedAnswer, id, listOf, savedAnswer, text } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

export const stationAnswer = answerOf<StationRow>()(
  z.object({
    id,
    name: text,
    companyId: id,
    company: text,
    users: count,
    updateTimeStr: text,
    rowVersion: id,
  }),
)
export const measureAnswer = answerOf<MeasureRow>()(
  z.object({
    id,
    companyId: id,
    company: text,
    checkMethod: text,
    description: text.nullable(),
    cashAmount: z.number().min(0),
    updateTimeStr: text,
    rowVersion: id,
  }),
)

/** Stations (the documents' groups) and amount settings, with the names that the user page requests. */
export const stationRoutes: readonly Route[] = [
  route('POST', '/groups/find/', 'stations.find', {
    call: 'C141',
    title: 'api.stationFind',
    answer: listOf(stationAnswer),
    example: { body: { page: 1, size: 20, name: '', companyId: 2 } },
  }),
  route('POST', '/groups/save', 'stations.save', {
    title: 'api.stationSave',
    answer: savedAnswer,
    example: { body: { name: '安全附件岗', companyId: 2 } },
  }),
  route('POST', '/groups/delete/:id', 'stations.delete', {
    title: 'api.stationDelete',
    answer: deletedAnswer,
    example: { params: { id: 6 } },
  }),
  route('POST', '/measure/findOut/', 'measures.find', {
    call: 'C021',
    title: 'api.measureFind',
    answer: listOf(measureAnswer),
    example: { body: { page: 1, size: 10, name: '', companyId: 1 } },
  }),
  route('POST', '/measure/saveOut', 'measures.save', {
    call: 'C022',
    title: 'api.measureSave',
    answer: measureAnswer,
    example: { body: { checkMethod: '紧急切断装置校验', description: '每套', cashAmount: '150.00', companyId: 2 } },
  }),
  route('POST', '/measure/updateMeasureOut', 'measures.update', {
    call: 'C023',
    title: 'api.measureUpdate',
    answer: measureAnswer,
    example: { body: { id: 2, cashAmount: '430.00', rowVersion: 1 } },
  }),
  route('POST', '/measure/find/', 'measures.find', {
    call: 'C024',
    title: 'api.measureFind',
    answer: listOf(measureAnswer),
    example: { body: { page: 1, size: 10, name: '', companyId: 1 } },
  }),
  route('POST', '/measure/save', 'measures.save', {
    title: 'api.measureSave',
    answer: measureAnswer,
    example: { body: { checkMethod: '接地电阻测定', description: null, cashAmount: '60.00', companyId: 2 } },
  }),
  route('POST', '/measure/update/:id', 'measures.update', {
    title: 'api.measureUpdate',
    answer: measureAnswer,
    example: {
      params: { id: 3 },
      body: { description: '安全阀、压力表与紧急切断装置', cashAmount: '130.00', rowVersion: 1 },
    },
  }),
]
