import { openProcedure, procedure, router } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
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
  find: procedure('reports.find')
    .input(ReportFind)
    .query(({ ctx, input }): Promise<Page<ReportRow>> => listReports(ctx, input)),
  // All fields of one report (C138), with the stations of its base.
  getDetail: procedure('reports.getDetail')
    .input(ById)
    .query(({ ctx, input }): Promise<ReportDetail> => reportDetail(ctx, input.id)),
  // The newest report of an examined person (C130).
  get: procedure('reports.get')
    .input(ByTestee)
    .query(({ ctx, input }): Promise<ReportRow> => newestReport(ctx, input.testeeId)),
  // The reports of a user (C131).
  getByUserId: procedure('reports.getByUserId')
    .input(ReportsOfUser)
    .query(({ ctx, input }): Promise<Page<ReportRow>> => listReportsOf(ctx, input)),
  // Create a report, or change the one with this id (C132).
  save: procedure('reports.save')
    .input(ReportSave)
    .mutation(({ ctx, input }): Promise<ReportRow> => saveReport(ctx, input)),
  // At registration: assign the report its number (C133).
  saveFirst: procedure('reports.saveFirst')
    .input(ReportSaveFirst)
    .mutation(({ ctx, input }): Promise<ReportRow> => saveFirst(ctx, input)),
  // Create the report of a reservation, or refresh it; `id` is the reservation (C127).
  syncFromReservation: procedure('reports.syncFromReservation')
    .input(ById)
    .mutation(({ ctx, input }): Promise<ReportRow> => syncFromReservation(ctx, input.id)),
  setStatus: procedure('reports.setStatus')
    .input(ReportStatusChange)
    .mutation(({ ctx, input }): Promise<ReportRow> => setStatus(ctx, { ...input, action: 'reports.setStatus' })),
  cancel: procedure('reports.cancel')
    .input(ById)
    .mutation(
      ({ ctx, input }): Promise<ReportRow> => setStatus(ctx, { id: input.id, status: 3, action: 'reports.cancel' }),
    ),
  upStation: procedure('reports.upStation')
    .input(ById)
    .mutation(({ ctx, input }): Promise<ReportRow> => upStation(ctx, input.id)),
  saveFabric: procedure('reports.saveFabric')
    .input(ReportDrawing)
    .mutation(({ ctx, input }): Promise<DrawingAnswer> => saveDrawing(ctx, input)),
  loadFabric: procedure('reports.loadFabric')
    .input(ById)
    .query(({ ctx, input }): Promise<DrawingAnswer> => drawingOf(ctx, input.id)),
  // Public, by number and check code.
  lookUp: openProcedure('reports.lookUp')
    .input(LookUpRequest)
    .query(({ ctx, input }): Promise<LookUpAnswer> => lookUp(ctx, input)),
})
