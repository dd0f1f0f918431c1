import { z } from 'zod'
import {
  type DrawingAnswer,
  type LookUpAnswer,
  type ReportDetail,
  type ReportRow,
  reportStatuses,
} from '#shared/reports.ts'
import { answerOf, id, listOf, optionalId, optionalText, text } from './answer-schemas.ts'
import { firstPage, tanker } from './example-values.ts'
import { tankerFields, tankerType } from './reservations.ts'
import { type Route, route } from './route.ts'

const report = {
  id,
  reportNumber: text,
  checkCode: text,
  companyId: id,
  orgName: text,
  tankerNumber: optionalText,
  tankerType: tankerType.nullable(),
  ...tankerFields,
  checkMethod: optionalText,
  status: z.literal(reportStatuses),
  result: optionalText,
  stationId: optionalId,
  station: optionalText,
  testeeId: optionalId,
  reservationId: optionalId,
  name: optionalText,
  traceName: optionalText,
  townName: optionalText,
  examinationName: optionalText,
  content: optionalText,
  examinationDescribe: optionalText,
  hasDrawing: z.boolean(),
  userId: optionalId,
  userName: optionalText,
  userPhone: optionalText,
  createTimeStr: text,
  updateTimeStr: text,
  finishedTimeStr: optionalText,
  rowVersion: id,
}
export const reportAnswer = answerOf<ReportRow>()(z.object(report))
export const reportDetailAnswer = answerOf<ReportDetail>()(
  z.object({ ...report, stations: z.array(z.object({ id, name: text })) }),
)
export const drawingAnswer = answerOf<DrawingAnswer>()(
  z.object({
    id,
    fabric: z.looseObject({ objects: z.array(z.unknown()).optional() }).nullable(),
    fabricVersion: z.int(),
    rowVersion: id,
  }),
)
export const lookUpAnswer = answerOf<LookUpAnswer>()(
  z.object({
    reportNumber: text,
    tankerNumber: optionalText,
    tankerType: tankerType.nullable(),
    checkMethod: optionalText,
    result: optionalText,
    orgName: text,
    finishedTimeStr: optionalText,
  }),
)
const detail = { title: 'api.reportDetail', answer: reportDetailAnswer } as const
const newest = { title: 'api.reportGet', answer: reportAnswer } as const
const ofUser = { title: 'api.reportByUser', answer: listOf(reportAnswer) } as const
const drawing = { title: 'api.reportLoadFabric', answer: drawingAnswer } as const

/** Inspection reports; where a document names no method, read calls answer GET, too. */
export const reportRoutes: readonly Route[] = [
  route('POST', '/report/setStatus/:id', 'reports.setStatus', {
    call: 'C126',
    title: 'api.reportStatus',
    input: { status: ['query.status', 'body.status'] },
    answer: reportAnswer,
    example: { params: { id: 10 }, query: { status: 2 }, needs: 'api.needs.openReport' },
  }),
  route('POST', '/report/syncFromReservation/:id', 'reports.syncFromReservation', {
    call: 'C127',
    title: 'api.reportSync',
    answer: reportAnswer,
    example: { params: { id: 58 }, needs: 'api.needs.waiting' },
  }),
  route('POST', '/report/changeStatus/:a/:b', 'reports.setStatus', {
    call: 'C128',
    title: 'api.reportStatus',
    input: { id: 'params.a', status: 'params.b' },
    answer: reportAnswer,
    example: { params: { a: 12, b: 1 }, body: {}, needs: 'api.needs.openReport' },
  }),
  route('POST', '/report/upStation/:id', 'reports.upStation', {
    call: 'C129',
    title: 'api.reportUpStation',
    answer: reportAnswer,
    example: { params: { id: 14 }, needs: 'api.needs.openReport' },
  }),
  route('POST', '/report/get/:testeeId', 'reports.get', {
    call: 'C130',
    ...newest,
    example: { params: { testeeId: 1 }, needs: 'api.needs.testee' },
  }),
  route('GET', '/report/get/:testeeId', 'reports.get', {
    ...newest,
    example: { params: { testeeId: 1 }, needs: 'api.needs.testee' },
  }),
  route('POST', '/report/getByUserId/:id', 'reports.getByUserId', {
    call: 'C131',
    ...ofUser,
    example: { params: { id: 4 }, body: firstPage },
  }),
  route('GET', '/report/getByUserId/:id', 'reports.getByUserId', {
    ...ofUser,
    example: { params: { id: 4 }, query: firstPage },
  }),
  route('POST', '/report/save', 'reports.save', {
    call: 'C132',
    title: 'api.reportSave',
    answer: reportAnswer,
    example: {
      needs: 'api.needs.openReport',
      body: { id: 15, rowVersion: 1, result: '合格', examinationDescribe: '罐体外观完好，最小壁厚 5.8 mm' },
    },
  }),
  route('POST', '/report/saveFirst', 'reports.saveFirst', {
    call: 'C133',
    title: 'api.reportSaveFirst',
    answer: reportAnswer,
    example: {
      body: { companyId: 2, name: '罐车定期检验', checkMethod: '罐体外观与壁厚测定', tankerType: '常压车', ...tanker },
    },
  }),
  route('POST', '/report/find', 'reports.find', {
    call: 'C134',
    title: 'api.reportFind',
    answer: listOf(reportAnswer),
    example: { body: { ...firstPage, name: '', companyId: 2, status: '', createTimeQuery: ['{today-6}', '{today}'] } },
  }),
  route('POST', '/report/cancel/:id', 'reports.cancel', {
    call: 'C135',
    title: 'api.reportCancel',
    answer: reportAnswer,
    example: { params: { id: 16 }, needs: 'api.needs.openReport' },
  }),
  route('POST', '/report/saveFabric/:id', 'reports.saveFabric', {
    call: 'C136',
    title: 'api.reportSaveFabric',
    input: { id: 'params.id', fabricVersion: 'query.fabricVersion', fabric: 'body' },
    answer: drawingAnswer,
    example: {
      params: { id: 11 },
      needs: 'api.needs.openReport',
      body: { objects: [{ type: 'rect', left: 40, top: 40, width: 120, height: 60 }] },
    },
  }),
  route('POST', '/report/loadFabric/:id', 'reports.loadFabric', {
    call: 'C137',
    ...drawing,
    example: { params: { id: 1 } },
  }),
  route('GET', '/report/loadFabric/:id', 'reports.loadFabric', { ...drawing, example: { params: { id: 1 } } }),
  route('POST', '/report/getDetail/:id', 'reports.getDetail', {
    call: 'C138',
    ...detail,
    example: { params: { id: 1 } },
  }),
  route('GET', '/report/getDetail/:id', 'reports.getDetail', { ...detail, example: { params: { id: 1 } } }),
  route('POST', '/checking/find', 'reports.lookUp', {
    title: 'api.reportLookUp',
    answer: lookUpAnswer,
    example: { body: { reportNumber: 'JC20261120-0001', checkCode: 'CQLD26' }, needs: 'api.needs.report' },
  }),
]
