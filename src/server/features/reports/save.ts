import type { Updateable } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import { holdRow, insertRow, type Named, updateRow } from '#server/db/records.ts'
import type { Database, Trx } from '#server/db/tables.ts'
import { placeOf } from '#server/db/visible.ts'
import { sentPhone } from '#server/features/reservations/personal.ts'
import { type HeldReservation, holdReservation } from '#server/features/reservations/queries.ts'
import { type ReservationReader, readerOf } from '#server/features/reservations/visibility.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { isFinal, type ReportRow, type ReportSave, type ReportSaveFirst } from '#shared/reports.ts'
import { checkStation, checkTestee } from './neighbours.ts'
import { newCheckCode, nextReportNumber } from './numbers.ts'
import { type HeldReport, readReport, report } from './queries.ts'

type Columns = Updateable<Database['report']>
type Fields = Omit<ReportSave, 'id' | 'rowVersion' | 'companyId'>
type Place = { company_id: number; site_id: number | null }

/**
 * Lock a report that the caller may change until the transaction ends.
 * @throws AppError NOT_FOUND for a missing or foreign one, alike; EDITED_BY_OTHERS
 */
export const holdReport = (trx: Trx, ctx: ReservationReader, named: Named): Promise<HeldReport> =>
  holdRow(trx, report, named, ctx.sees.report)

/** @throws AppError REPORT_FINAL for a finished or cancelled report, which only managers change */
export function refuseFinal(ctx: SignedInContext, { status }: HeldReport): void {
  if (isFinal(status) && ctx.viewer.role !== 'manager') throw new AppError('REPORT_FINAL')
}

/**
 * Run `work` in one transaction and return the report with the id that it returns. The caller's visibility is read
 * before the transaction.
 */
export async function changingReport(
  caller: SignedInContext,
  work: (trx: Trx, ctx: ReservationReader) => Promise<number>,
): Promise<ReportRow> {
  const ctx = await readerOf(caller)
  return ctx.db.transaction().execute(async (trx) => {
    return readReport(trx, await work(trx, ctx), ctx.naming)
  })
}

/** Field → column, for everything that is stored as sent. */
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
} as const satisfies Record<keyof Fields, keyof Columns>

/** Return the columns of the sent fields only. */
function columnsOf(fields: Fields): Columns {
  const sent = { ...fields, phone: sentPhone(fields.phone) }
  const entries = (Object.keys(columnOf) as (keyof Fields)[])
    .filter((field) => sent[field] !== undefined)
    .map((field) => [columnOf[field], sent[field]])
  return Object.fromEntries(entries) as Columns
}

async function checkNeighbours(trx: Trx, ctx: ReservationReader, companyId: number, fields: Fields): Promise<void> {
  await checkStation(trx, companyId, fields.stationId)
  await checkTestee(trx, ctx, companyId, fields.testeeId)
}

type Examined = { tanker_number?: unknown; testee_id?: unknown; name?: unknown }
/** Does a report say what was examined: a tanker, a person, or something by its name? */
const namesExamined = ({ tanker_number, testee_id, name }: Examined): boolean =>
  Boolean(tanker_number) || Boolean(testee_id) || Boolean(name)

/**
 * Insert a report with the next number and a check code.
 * @throws AppError VALIDATION when the examined object is missing, NOT_FOUND
 */
async function addReport(
  trx: Trx,
  ctx: ReservationReader,
  place: Place,
  fields: Fields,
  reservation: Columns = {},
): Promise<HeldReport> {
  await checkNeighbours(trx, ctx, place.company_id, fields)
  const columns = { ...reservation, ...columnsOf(fields) }
  if (!namesExamined(columns)) throw refusedField(ctx, 'tankerNumber', 'inspection.tankerNumber.missing')
  const report_number = await nextReportNumber(trx, businessDay(ctx.clock(), ctx.config.timeZone))
  return insertRow(trx, ctx, report, {
    ...columns,
    ...place,
    report_number,
    check_code: newCheckCode(),
    user_id: ctx.viewer.userId,
  })
}

/**
 * Update the sent fields.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS, REPORT_FINAL, VALIDATION when they remove the examined object
 */
async function changeReport(trx: Trx, ctx: ReservationReader, id: number, request: ReportSave): Promise<void> {
  const held = await holdReport(trx, ctx, { id, rowVersion: request.rowVersion })
  refuseFinal(ctx, held)
  await checkNeighbours(trx, ctx, held.company_id, request)
  const columns = columnsOf(request)
  if (namesExamined(held) && !namesExamined({ ...held, ...columns }))
    throw refusedField(ctx, 'tankerNumber', 'inspection.tankerNumber.missing')
  await updateRow(trx, ctx, report, held, columns)
  await auditRow(trx, ctx, report, held, { action: 'reports.save', details: { changed: Object.keys(columns) } })
}

/** Create a report, or change the one with this id. */
export async function saveReport(caller: SignedInContext, request: ReportSave): Promise<ReportRow> {
  const place = request.id === undefined ? await placeOf(caller, request.companyId) : null
  return changingReport(caller, async (trx, ctx) => {
    if (place === null) {
      await changeReport(trx, ctx, request.id ?? 0, request)
      return request.id ?? 0
    }
    const made = await addReport(trx, ctx, place, request)
    await auditRow(trx, ctx, report, made, { action: 'reports.save', details: {} })
    return made.id
  })
}

const fromReservation = (reservation: HeldReservation) => ({
  reservation_id: reservation.id,
  tanker_number: reservation.tanker_number,
  tanker_type: reservation.tanker_type,
  license_number: reservation.license_number,
  checked_org: reservation.checked_org,
  contact_name: reservation.contact_name,
  phone: reservation.phone,
})

/**
 * Create a report at registration, from its reservation if there is one.
 * @throws AppError NOT_FOUND, RESERVATION_CLOSED for a reservation that was cancelled or has a report already
 */
export async function saveFirst(caller: SignedInContext, request: ReportSaveFirst): Promise<ReportRow> {
  const own = request.reservationId === undefined ? await placeOf(caller, request.companyId) : null
  return changingReport(caller, async (trx, ctx) => {
    const reservation =
      request.reservationId === undefined
        ? null
        : await holdReservation(trx, ctx.sees.reservation, { id: request.reservationId })
    if (reservation && (reservation.cancelled_at !== null || reservation.reportId !== null))
      throw new AppError('RESERVATION_CLOSED')
    const place = reservation ? { company_id: reservation.company_id, site_id: reservation.site_id } : own
    if (!place) throw new AppError('NOT_FOUND')
    const made = await addReport(trx, ctx, place, request, reservation ? fromReservation(reservation) : {})
    await auditRow(trx, ctx, report, made, {
      action: 'reports.saveFirst',
      details: { reservationId: reservation?.id ?? null },
    })
    return made.id
  })
}

/** Create the report of a reservation, or copy the reservation's data into its report. */
export async function syncFromReservation(caller: SignedInContext, reservationId: number): Promise<ReportRow> {
  return changingReport(caller, async (trx, ctx) => {
    const reservation = await holdReservation(trx, ctx.sees.reservation, { id: reservationId })
    if (reservation.cancelled_at !== null) throw new AppError('RESERVATION_CLOSED')
    const { company_id, site_id, reportId } = reservation
    const written = fromReservation(reservation)
    const held =
      reportId === null
        ? await addReport(trx, ctx, { company_id, site_id }, {}, written)
        : await holdReport(trx, ctx, { id: reportId })
    if (reportId !== null) {
      refuseFinal(ctx, held)
      await updateRow(trx, ctx, report, held, written)
    }
    await auditRow(trx, ctx, report, held, {
      action: 'reports.syncFromReservation',
      details: { reservationId, made: reportId === null },
    })
    return held.id
  })
}
