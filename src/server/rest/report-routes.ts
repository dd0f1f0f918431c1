import { listOf } from './answers.ts'
import { deletedAnswer } from './goods-answers.ts'
import { drawingAnswer, lookUpAnswer, planAnswer, planFillAnswer, reportAnswer, reportDetailAnswer, reservationAnswer } from './report-answers.ts'
import { route } from './route.ts'

const detail = { title: 'api.reportDetail', answer: reportDetailAnswer } as const
const newest = { title: 'api.reportGet', answer: reportAnswer } as const
const ofUser = { title: 'api.reportByUser', answer: listOf(reportAnswer) } as const
const drawing = { title: 'api.reportLoadFabric', answer: drawingAnswer } as const

/** The documented calls about plans, reservations and inspection reports, one row each; where a document names no method, reading answers to GET too. */
export const reportRoutes = [
  // Reservation plans and reservations
  route('POST', '/reservationPlan/find/', 'plans.find', { call: 'C142', title: 'api.planFind', answer: listOf(planAnswer) }),
  route('POST', '/reservationPlan/save', 'plans.save', { call: 'C112', title: 'api.planSave', answer: planAnswer }),
  route('POST', '/reservationPlan/fill', 'plans.fill', { title: 'api.planFill', answer: planFillAnswer }),
  route('POST', '/reservationPlan/delete/:id', 'plans.delete', { title: 'api.planDelete', answer: deletedAnswer }),
  route('POST', '/reservation/find/', 'reservations.find', { title: 'api.reservationFind', answer: listOf(reservationAnswer) }),
  route('POST', '/reservation/save', 'reservations.save', { title: 'api.reservationSave', answer: reservationAnswer }),
  route('POST', '/reservation/cancel/:id', 'reservations.cancel', { title: 'api.reservationCancel', answer: reservationAnswer }),

  // Inspection reports
  route('POST', '/report/setStatus/:id', 'reports.setStatus', {
    call: 'C126',
    title: 'api.reportStatus',
    input: { status: ['query.status', 'body.status'] },
    answer: reportAnswer,
  }),
  route('POST', '/report/syncFromReservation/:id', 'reports.syncFromReservation', { call: 'C127', title: 'api.reportSync', answer: reportAnswer }),
  route('POST', '/report/changeStatus/:a/:b', 'reports.setStatus', {
    call: 'C128',
    title: 'api.reportStatus',
    input: { id: 'params.a', status: 'params.b' },
    answer: reportAnswer,
  }),
  route('POST', '/report/upStation/:id', 'reports.upStation', { call: 'C129', title: 'api.reportUpStation', answer: reportAnswer }),
  route('POST', '/report/get/:testeeId', 'reports.get', { call: 'C130', ...newest }),
  route('GET', '/report/get/:testeeId', 'reports.get', newest),
  route('POST', '/report/getByUserId/:id', 'reports.getByUserId', { call: 'C131', ...ofUser }),
  route('GET', '/report/getByUserId/:id', 'reports.getByUserId', ofUser),
  route('POST', '/report/save', 'reports.save', { call: 'C132', title: 'api.reportSave', answer: reportAnswer }),
  route('POST', '/report/saveFirst', 'reports.saveFirst', { call: 'C133', title: 'api.reportSaveFirst', answer: reportAnswer }),
  route('POST', '/report/find', 'reports.find', { call: 'C134', title: 'api.reportFind', answer: listOf(reportAnswer) }),
  route('POST', '/report/cancel/:id', 'reports.cancel', { call: 'C135', title: 'api.reportCancel', answer: reportAnswer }),
  route('POST', '/report/saveFabric/:id', 'reports.saveFabric', {
    call: 'C136',
    title: 'api.reportSaveFabric',
    input: { id: 'params.id', fabric: 'body' },
    answer: drawingAnswer,
  }),
  route('POST', '/report/loadFabric/:id', 'reports.loadFabric', { call: 'C137', ...drawing }),
  route('GET', '/report/loadFabric/:id', 'reports.loadFabric', drawing),
  route('POST', '/report/getDetail/:id', 'reports.getDetail', { call: 'C138', ...detail }),
  route('GET', '/report/getDetail/:id', 'reports.getDetail', detail),
  route('POST', '/checking/find', 'reports.lookUp', { title: 'api.reportLookUp', answer: lookUpAnswer }),
]
