import type { Transaction } from 'kysely'
import { placeOf } from '#server/db/placed.ts'
import type { Database } from '#server/db/tables.ts'
import { sentPhone } from '#server/features/reservations/personal.ts'
import { lockReservation } from '#server/features/reservations/queries.ts'
import { type Seeing, seeing } from '#server/features/reservations/sight.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditAction } from '#shared/audit.ts'
import { businessDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { isFinal, type ReportRow, type ReportSave, type ReportSaveFirst } from '#shared/reports.ts'
import { checkStation, checkTestee } from './neighbours.ts'
import { newCheckCode, nextReportNumber } from './numbers.ts'
import { findReport, type LockedReport, lockReport } from './queries.ts'

type Trx = Transaction<Database>
type Fields = Omit<ReportSave, 'id' | 'rowVersion' | 'companyId'>
type Place = { company_id: number; site_id: number | null }

/** A report of the caller's, held until the transaction ends. @throws AppError NOT_FOUND for a missing or foreign one, alike */
export async function ownReport(trx: Trx, ctx: Seeing, id: number, rowVersion?: number): Promise<LockedReport> {
  const report = await lockReport(trx, ctx.sees.r, id)
  if (!report) throw new AppError('NOT_FOUND')
  if (rowVersion !== undefined && rowVersion !== report.row_version) throw new AppError('EDITED_BY_OTHERS')
  return report
}

/** @throws AppError REPORT_FINAL for a finished or cancelled report, which the management alone changes */
export function refuseFinal(ctx: SignedInContext, report: LockedReport): void {
  if (isFinal(report.status) && ctx.viewer.role !== 'manager') throw new AppError('REPORT_FINAL')
}

/**
 * Does `work` in one transaction and answers the report that it names as it is then. What the caller
 * reaches is looked up before.
 */
export async function changingReport(caller: SignedInContext, work: (trx: Trx, ctx: Seeing) => Promise<number>): Promise<ReportRow> {
  const ctx = await seeing(caller)
  return ctx.db.transaction().execute(async (trx) => {
    const row = await findReport(trx, ctx.sees.r, await work(trx, ctx), ctx.naming)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  })
}

export const auditReport = (trx: Trx, ctx: Seeing, action: AuditAction, id: number, companyId: number, details: Record<string, unknown> = {}) =>
  ctx.services.audit.write(trx, ctx, { action, targetKind: 'report', targetId: id, companyId, details })

/** Field → column, for everything that is saved as it was sent. */
const columnOf = {
  testeeId: 'testee_id',
  stationId: 'station_id',
  checkedOrg: 'checked_org',
  tankerNumber: 'tanker_number',
  tankerType: 'tanker_type',
  licenseNumber: 'license_number',
  contactName: 'contact_name',
  phone: 'phone',
  checkMethod: 'check_method',
  result: 'result',
  name: 'name',
  traceName: 'trace_name',
  townName: 'town_name',
  examinationName: 'examination_name',
  content: 'content',
  examinationDescribe: 'examination_describe',
} as const satisfies Record<keyof Fields, keyof LockedReport>

/** The columns that were sent, and only those. */
function columnsOf(fields: Fields): Partial<LockedReport> {
  const sent = { ...fields, phone: sentPhone(fields.phone) }
  const entries = (Object.keys(columnOf) as (keyof Fields)[]).filter((field) => sent[field] !== undefined).map((field) => [columnOf[field], sent[field]])
  return Object.fromEntries(entries) as Partial<LockedReport>
}

async function checkNeighbours(trx: Trx, ctx: Seeing, companyId: number, fields: Fields): Promise<void> {
  await checkStation(trx, companyId, fields.stationId)
  await checkTestee(trx, ctx, companyId, fields.testeeId)
}

/** Adds a report with the next number and a check code. @throws AppError VALIDATION when nothing says what is examined, NOT_FOUND */
async function addReport(trx: Trx, ctx: Seeing, place: Place, fields: Fields, reservation: Partial<LockedReport> = {}): Promise<number> {
  await checkNeighbours(trx, ctx, place.company_id, fields)
  const columns = { ...reservation, ...columnsOf(fields) }
  if (!columns.tanker_number && !columns.testee_id && !columns.name) throw refusedField(ctx, 'tankerNumber', 'inspection.tankerNumberMissing')
  const now = ctx.clock()
  const report_number = await nextReportNumber(trx, businessDay(now, ctx.config.timeZone))
  const { id } = await trx
    .insertInto('report')
    .values({ ...columns, ...place, report_number, check_code: newCheckCode(), user_id: ctx.viewer.userId, create_time: now, update_time: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes what was sent. @throws AppError NOT_FOUND, EDITED_BY_OTHERS, REPORT_FINAL */
async function changeReport(trx: Trx, ctx: Seeing, id: number, request: ReportSave): Promise<void> {
  const report = await ownReport(trx, ctx, id, request.rowVersion)
  refuseFinal(ctx, report)
  await checkNeighbours(trx, ctx, report.company_id, request)
  const columns = columnsOf(request)
  await trx
    .updateTable('report')
    .set({ ...columns, row_version: report.row_version + 1, update_time: ctx.clock() })
    .where('id', '=', id)
    .execute()
  await auditReport(trx, ctx, 'reports.save', id, report.company_id, { changed: Object.keys(columns) })
}

/** Makes a report, or changes the one with the id. */
export async function saveReport(caller: SignedInContext, request: ReportSave): Promise<ReportRow> {
  const place = request.id === undefined ? await placeOf(caller, request.companyId) : null
  return changingReport(caller, async (trx, ctx) => {
    if (place === null) {
      await changeReport(trx, ctx, request.id ?? 0, request)
      return request.id ?? 0
    }
    const id = await addReport(trx, ctx, place, request)
    await auditReport(trx, ctx, 'reports.save', id, place.company_id)
    return id
  })
}

type Reservation = NonNullable<Awaited<ReturnType<typeof lockReservation>>>
const fromReservation = (reservation: Reservation) => ({
  reservation_id: reservation.id,
  tanker_number: reservation.tanker_number,
  tanker_type: reservation.tanker_type,
  license_number: reservation.license_number,
  checked_org: reservation.checked_org,
  contact_name: reservation.contact_name,
  phone: reservation.phone,
})

/** @throws AppError NOT_FOUND for a missing or foreign reservation, alike */
async function ownReservation(trx: Trx, ctx: Seeing, id: number): Promise<Reservation> {
  const reservation = await lockReservation(trx, ctx.sees.r, id)
  if (!reservation) throw new AppError('NOT_FOUND')
  return reservation
}

/** The first save at registration. @throws AppError NOT_FOUND, RESERVATION_CLOSED for one that was cancelled or has a report already */
export async function saveFirst(caller: SignedInContext, request: ReportSaveFirst): Promise<ReportRow> {
  const own = request.reservationId === undefined ? await placeOf(caller, request.companyId) : null
  return changingReport(caller, async (trx, ctx) => {
    const reservation = request.reservationId === undefined ? null : await ownReservation(trx, ctx, request.reservationId)
    if (reservation && (reservation.cancelled_at !== null || reservation.reportId !== null)) throw new AppError('RESERVATION_CLOSED')
    const place = reservation ? { company_id: reservation.company_id, site_id: reservation.site_id } : own
    if (!place) throw new AppError('NOT_FOUND')
    const id = await addReport(trx, ctx, place, request, reservation ? fromReservation(reservation) : {})
    await auditReport(trx, ctx, 'reports.saveFirst', id, place.company_id, { reservationId: reservation?.id ?? null })
    return id
  })
}

/** Makes the report of a reservation, or brings what the reservation says into the report that it has. */
export async function syncFromReservation(caller: SignedInContext, reservationId: number): Promise<ReportRow> {
  return changingReport(caller, async (trx, ctx) => {
    const reservation = await ownReservation(trx, ctx, reservationId)
    if (reservation.cancelled_at !== null) throw new AppError('RESERVATION_CLOSED')
    const { company_id, site_id, reportId } = reservation
    let id = reportId
    if (id === null) id = await addReport(trx, ctx, { company_id, site_id }, {}, fromReservation(reservation))
    else {
      const report = await ownReport(trx, ctx, id)
      refuseFinal(ctx, report)
      await trx
        .updateTable('report')
        .set({ ...fromReservation(reservation), row_version: report.row_version + 1, update_time: ctx.clock() })
        .where('id', '=', id)
        .execute()
    }
    await auditReport(trx, ctx, 'reports.syncFromReservation', id, company_id, { reservationId, made: reportId === null })
    return id
  })
}
