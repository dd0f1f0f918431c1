import type { AuditAction } from '#server/audit-actions.ts'
import { auditRow } from '#server/db/audit-row.ts'
import { refuseOutdated } from '#server/db/edit-conflict.ts'
import { changeRow, updateRow } from '#server/db/records.ts'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { type Drawing, type DrawingAnswer, mayBecome, type ReportRow, type ReportStatus } from '#shared/reports.ts'
import { stationsOf } from './neighbours.ts'
import { report } from './queries.ts'
import { changingReport, holdReport, refuseFinal } from './save.ts'

/**
 * Change the status of a report: 待检 → 检验中 → 已完成, or 已取消. Managers may reopen a finished or cancelled one.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS, REPORT_TRANSITION for any other step
 */
export async function setStatus(
  caller: SignedInContext,
  {
    id,
    status,
    rowVersion,
    action,
  }: { id: number; status: ReportStatus; rowVersion?: number | undefined; action: AuditAction },
): Promise<ReportRow> {
  return changingReport(caller, async (trx, ctx) => {
    const held = await holdReport(trx, ctx, { id, rowVersion })
    if (!mayBecome(held.status, status, ctx.viewer.role === 'manager')) {
      const named = (one: ReportStatus) => word(ctx.request.language, `inspection.status.${one}`)
      throw new AppError('REPORT_TRANSITION', { values: { from: named(held.status), to: named(status) } })
    }
    await updateRow(trx, ctx, report, held, { status, finished_at: status === 2 ? ctx.clock() : null })
    await auditRow(trx, ctx, report, held, {
      action,
      details: { reportNumber: held.report_number, from: held.status, to: status },
    })
    return id
  })
}

/**
 * Move a report to the next station of the base, or to the first when it has none.
 * @throws AppError NOT_FOUND, REPORT_FINAL, NO_NEXT_STATION at the last one
 */
export async function upStation(caller: SignedInContext, id: number): Promise<ReportRow> {
  return changingReport(caller, async (trx, ctx) => {
    const held = await holdReport(trx, ctx, { id })
    refuseFinal(ctx, held)
    const { station_id } = held
    const next = (await stationsOf(trx, held.company_id)).find(
      (station) => station_id === null || station.id > station_id,
    )
    if (!next) throw new AppError('NO_NEXT_STATION')
    await updateRow(trx, ctx, report, held, { station_id: next.id })
    await auditRow(trx, ctx, report, held, { action: 'reports.upStation', details: { from: station_id, to: next.id } })
    return id
  })
}

/**
 * Save the drawing if it is still the one that the caller has seen.
 * @throws AppError NOT_FOUND, REPORT_FINAL, EDITED_BY_OTHERS
 */
export async function saveDrawing(
  caller: SignedInContext,
  { id, fabric, fabricVersion }: { id: number; fabric: Drawing; fabricVersion?: number | undefined },
): Promise<DrawingAnswer> {
  const saved = await changeRow(
    caller,
    report,
    { id },
    {
      action: 'reports.saveFabric',
      visible: await visible(caller, 'report'),
      set: (before) => {
        refuseFinal(caller, before)
        refuseOutdated(before.fabric_version, fabricVersion)
        return { fabric: JSON.stringify(fabric), fabric_version: before.fabric_version + 1 }
      },
      details: { objects: fabric.objects?.length ?? 0 },
    },
  )
  return { id, fabric, fabricVersion: saved.fabric_version, rowVersion: saved.row_version }
}
