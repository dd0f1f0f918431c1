import { mutation, openProcedure, query, router } from '#server/trpc.ts'
import {
  ByTestee,
  type DrawingAnswer,
  type LookUpAnswer,
  LookUpRequest,
  type ReportDetail,
  ReportDrawing,
  ReportFind,
  type ReportRow,
  ReportSave,
  ReportSaveFirst,
  ReportStatusChange,
  ReportsOfUser,
} from '#shared/reports.ts'
import { ById } from '#shared/request-fields.ts'
import { lookUp } from './look-up.ts'
import { drawingOf, listReports, listReportsOf, newestReport, reportDetail } from './read.ts'
import { saveFirst, saveReport, syncFromReservation } from './save.ts'
import { saveDrawing, setStatus, upStation } from './steps.ts'

/** Inspection reports: registered at reception, moved from station to station, finished or cancelled. */
export const reportsRouter = router({
  find: query('reports.find', ReportFind, listReports),
  // All fields of one report (C138), with the stations of its base.
  getDetail: query('reports.getDetail', ById, (ctx, input): Promise<ReportDetail> => reportDetail(ctx, input.id)),
  // The newest report of an examined person (C130).
  get: query('reports.get', ByTestee, (ctx, input): Promise<ReportRow> => newestReport(ctx, input.testeeId)),
  // The reports of a user (C131).
  getByUserId: query('reports.getByUserId', ReportsOfUser, listReportsOf),
  // Create a report, or change the one with this id (C132).
  save: mutation('reports.save', ReportSave, saveReport),
  // At registration: assign the report its number (C133).
  saveFirst: mutation('reports.saveFirst', ReportSaveFirst, saveFirst),
  // Create the report of a reservation, or refresh it; `id` is the reservation (C127).
  syncFromReservation: mutation(
    'reports.syncFromReservation',
    ById,
    (ctx, input): Promise<ReportRow> => syncFromReservation(ctx, input.id),
  ),
  setStatus: mutation(
    'reports.setStatus',
    ReportStatusChange,
    (ctx, input): Promise<ReportRow> => setStatus(ctx, { ...input, action: 'reports.setStatus' }),
  ),
  cancel: mutation(
    'reports.cancel',
    ById,
    (ctx, input): Promise<ReportRow> => setStatus(ctx, { id: input.id, status: 3, action: 'reports.cancel' }),
  ),
  upStation: mutation('reports.upStation', ById, (ctx, input): Promise<ReportRow> => upStation(ctx, input.id)),
  saveFabric: mutation('reports.saveFabric', ReportDrawing, saveDrawing),
  loadFabric: query('reports.loadFabric', ById, (ctx, input): Promise<DrawingAnswer> => drawingOf(ctx, input.id)),
  // Public, by number and check code.
  lookUp: openProcedure('reports.lookUp')
    .input(LookUpRequest)
    .query(({ ctx, input }): Promise<LookUpAnswer> => lookUp(ctx, input)),
})
