import { seeing } from '#server/features/reservations/sight.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditAction } from '#shared/audit.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { type Drawing, type DrawingAnswer, mayBecome, type ReportRow, type ReportStatus } from '#shared/reports.ts'
import { stationsOf } from './neighbours.ts'
import { auditReport, changingReport, ownReport, refuseFinal } from './save.ts'

/**
 * Moves a report on: 待检 → 检验中 → 已完成, or 已取消. The management may open a finished or cancelled one again.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS, REPORT_TRANSITION for any other step
 */
export async function setStatus(
  caller: SignedInContext,
  { id, status, rowVersion, action }: { id: number; status: ReportStatus; rowVersion?: number | undefined; action: AuditAction },
): Promise<ReportRow> {
  return changingReport(caller, async (trx, ctx) => {
    const report = await ownReport(trx, ctx, id, rowVersion)
    if (!mayBecome(report.status, status, ctx.viewer.role === 'manager')) {
      const named = (one: ReportStatus) => word(ctx.request.language, `inspection.status.${one}`)
      throw new AppError('REPORT_TRANSITION', { values: { from: named(report.status), to: named(status) } })
    }
    const now = ctx.clock()
    await trx
      .updateTable('report')
      .set({ status, finished_at: status === 2 ? now : null, row_version: report.row_version + 1, update_time: now })
      .where('id', '=', id)
      .execute()
    await auditReport(trx, ctx, action, id, report.company_id, { reportNumber: report.report_number, from: report.status, to: status })
    return id
  })
}

/**
 * To the next station of the base, or to the first when it stands at none.
 * @throws AppError NOT_FOUND, REPORT_FINAL, NO_NEXT_STATION at the last one
 */
export async function upStation(caller: SignedInContext, id: number): Promise<ReportRow> {
  return changingReport(caller, async (trx, ctx) => {
    const report = await ownReport(trx, ctx, id)
    refuseFinal(ctx, report)
    const { station_id } = report
    const next = (await stationsOf(trx, report.company_id)).find((station) => station_id === null || station.id > station_id)
    if (!next) throw new AppError('NO_NEXT_STATION')
    await trx
      .updateTable('report')
      .set({ station_id: next.id, row_version: report.row_version + 1, update_time: ctx.clock() })
      .where('id', '=', id)
      .execute()
    await auditReport(trx, ctx, 'reports.upStation', id, report.company_id, { from: station_id, to: next.id })
    return id
  })
}

/** @throws AppError NOT_FOUND, REPORT_FINAL */
export async function saveDrawing(caller: SignedInContext, id: number, fabric: Drawing): Promise<DrawingAnswer> {
  const ctx = await seeing(caller)
  return ctx.db.transaction().execute(async (trx) => {
    const report = await ownReport(trx, ctx, id)
    refuseFinal(ctx, report)
    const rowVersion = report.row_version + 1
    await trx
      .updateTable('report')
      .set({ fabric: JSON.stringify(fabric), row_version: rowVersion, update_time: ctx.clock() })
      .where('id', '=', id)
      .execute()
    await auditReport(trx, ctx, 'reports.saveFabric', id, report.company_id, { objects: fabric.objects?.length ?? 0 })
    return { id, fabric, rowVersion }
  })
}
