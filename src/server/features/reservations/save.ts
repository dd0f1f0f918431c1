import { auditRow } from '#server/db/audit-row.ts'
import { holdRow, insertRow, type Named, updateRow } from '#server/db/records.ts'
import type { Trx } from '#server/db/tables.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { ReservationRow, ReservationSave } from '#shared/reservations.ts'
import { sentPhone } from './personal.ts'
import { countReserved, plan } from './plan-queries.ts'
import { getReservation, holdReservation, reservation } from './queries.ts'
import { type ReservationReader, readerOf } from './visibility.ts'

/**
 * Lock a plan with a free place until the transaction ends.
 * @throws AppError NOT_FOUND for a missing or foreign plan, SLOT_FULL, VALIDATION for a past day
 */
async function takePlace(trx: Trx, ctx: ReservationReader, planId: number) {
  const held = await holdRow(trx, plan, { id: planId }, ctx.sees.reservation_plan)
  if (held.reserve_time < businessDay(ctx.clock(), ctx.config.timeZone))
    throw refusedField(ctx, 'planId', 'reservation.dayOver')
  if ((await countReserved(trx, planId)) >= held.total_count)
    throw new AppError('SLOT_FULL', { values: { count: held.total_count } })
  const { company_id, site_id, reserve_time, reserve_period, tanker_type } = held
  return { plan_id: planId, company_id, site_id, reserve_time, reserve_period, tanker_type }
}

/**
 * @throws AppError NOT_FOUND for a missing or foreign reservation; RESERVATION_CLOSED for one that is cancelled or has
 * a report; EDITED_BY_OTHERS
 */
async function openReservation(trx: Trx, ctx: ReservationReader, named: Named) {
  const found = await holdReservation(trx, ctx.sees.reservation, named)
  if (found.cancelled_at !== null || found.reportId !== null) throw new AppError('RESERVATION_CLOSED')
  return found
}

/** Undefined fields are not written: they are null in a new reservation and unchanged in an existing one. */
const columnsOf = ({ tankerNumber, licenseNumber, checkedOrg, contactName, phone }: ReservationSave) => ({
  tanker_number: tankerNumber,
  license_number: licenseNumber,
  checked_org: checkedOrg,
  contact_name: contactName,
  phone: sentPhone(phone),
})

async function addReservation(trx: Trx, ctx: ReservationReader, request: ReservationSave) {
  const { planId, tankerNumber } = request
  if (planId === undefined) throw refusedField(ctx, 'planId', 'reservation.plan.missing')
  if (tankerNumber === undefined) throw refusedField(ctx, 'tankerNumber', 'reservation.tankerNumber.missing')
  const slot = await takePlace(trx, ctx, planId)
  return insertRow(trx, ctx, reservation, {
    ...slot,
    ...columnsOf(request),
    tanker_number: tankerNumber,
    user_id: ctx.viewer.userId,
  })
}

async function changeReservation(trx: Trx, ctx: ReservationReader, id: number, request: ReservationSave) {
  const stored = await openReservation(trx, ctx, { id, rowVersion: request.rowVersion })
  const isMoved = request.planId !== undefined && request.planId !== stored.plan_id
  const slot = isMoved ? await takePlace(trx, ctx, request.planId ?? 0) : {}
  await updateRow(trx, ctx, reservation, stored, { ...slot, ...columnsOf(request) })
  return stored
}

/** Create a reservation in a plan, or change one; a place of a plan is never given twice. */
export async function saveReservation(caller: SignedInContext, request: ReservationSave): Promise<ReservationRow> {
  const ctx = await readerOf(caller)
  return ctx.db.transaction().execute(async (trx) => {
    const saved =
      request.id === undefined
        ? await addReservation(trx, ctx, request)
        : await changeReservation(trx, ctx, request.id, request)
    const row = await getReservation(trx, saved.id, ctx.naming)
    const details = { planId: row.planId, tankerNumber: row.tankerNumber }
    await auditRow(trx, ctx, reservation, saved, { action: 'reservations.save', details })
    return row
  })
}

/** Cancel a reservation, which frees its place. @throws AppError NOT_FOUND, RESERVATION_CLOSED */
export async function cancelReservation(caller: SignedInContext, id: number): Promise<ReservationRow> {
  const ctx = await readerOf(caller)
  return ctx.db.transaction().execute(async (trx) => {
    const open = await openReservation(trx, ctx, { id })
    await updateRow(trx, ctx, reservation, open, { cancelled_at: ctx.clock() })
    await auditRow(trx, ctx, reservation, open, { action: 'reservations.cancel' })
    return getReservation(trx, id, ctx.naming)
  })
}
