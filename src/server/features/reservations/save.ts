import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { ReservationRow, ReservationSave } from '#shared/reservations.ts'
import { sentPhone } from './personal.ts'
import { countReserved, lockPlan } from './plan-queries.ts'
import { getReservation, lockReservation } from './queries.ts'
import { type Seeing, seeing } from './sight.ts'

type Trx = Transaction<Database>

/**
 * The slot in which a place is free, held until the transaction ends.
 * @throws AppError NOT_FOUND for a missing or foreign plan, SLOT_FULL, VALIDATION for a day that is over
 */
async function takePlace(trx: Trx, ctx: Seeing, planId: number) {
  const plan = await lockPlan(trx, ctx.sees.plan, planId)
  if (!plan) throw new AppError('NOT_FOUND')
  if (plan.reserve_time < businessDay(ctx.clock(), ctx.config.timeZone)) throw refusedField(ctx, 'planId', 'reservation.dayOver')
  if ((await countReserved(trx, planId)) >= plan.total_count) throw new AppError('SLOT_FULL', { values: { count: plan.total_count } })
  const { company_id, site_id, reserve_time, reserve_period, tanker_type } = plan
  return { plan_id: planId, company_id, site_id, reserve_time, reserve_period, tanker_type }
}

/** @throws AppError NOT_FOUND for a missing or foreign reservation; RESERVATION_CLOSED for one that was cancelled or has come */
async function openReservation(trx: Trx, ctx: Seeing, id: number, rowVersion: number | undefined) {
  const found = await lockReservation(trx, ctx.sees.r, id)
  if (!found) throw new AppError('NOT_FOUND')
  if (rowVersion !== undefined && rowVersion !== found.row_version) throw new AppError('EDITED_BY_OTHERS')
  if (found.cancelled_at !== null || found.reportId !== null) throw new AppError('RESERVATION_CLOSED')
  return found
}

async function addReservation(trx: Trx, ctx: Seeing, request: ReservationSave) {
  const { planId, tankerNumber, licenseNumber, checkedOrg, contactName, phone } = request
  if (planId === undefined) throw refusedField(ctx, 'planId', 'reservation.planMissing')
  if (tankerNumber === undefined) throw refusedField(ctx, 'tankerNumber', 'reservation.tankerNumberMissing')
  const slot = await takePlace(trx, ctx, planId)
  const now = ctx.clock()
  const { id } = await trx
    .insertInto('reservation')
    .values({
      ...slot,
      tanker_number: tankerNumber,
      license_number: licenseNumber ?? null,
      checked_org: checkedOrg ?? null,
      contact_name: contactName ?? null,
      phone: sentPhone(phone) ?? null,
      user_id: ctx.viewer.userId,
      create_time: now,
      update_time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, companyId: slot.company_id }
}

async function changeReservation(trx: Trx, ctx: Seeing, id: number, request: ReservationSave) {
  const stored = await openReservation(trx, ctx, id, request.rowVersion)
  const isMoved = request.planId !== undefined && request.planId !== stored.plan_id
  const slot = isMoved ? await takePlace(trx, ctx, request.planId ?? 0) : {}
  const phone = sentPhone(request.phone)
  await trx
    .updateTable('reservation')
    .set({
      ...slot,
      tanker_number: request.tankerNumber ?? stored.tanker_number,
      license_number: request.licenseNumber === undefined ? stored.license_number : request.licenseNumber,
      checked_org: request.checkedOrg === undefined ? stored.checked_org : request.checkedOrg,
      contact_name: request.contactName === undefined ? stored.contact_name : request.contactName,
      phone: phone === undefined ? stored.phone : phone,
      row_version: stored.row_version + 1,
      update_time: ctx.clock(),
    })
    .where('id', '=', id)
    .execute()
  return { id, companyId: stored.company_id }
}

/** Takes a place in a plan, or changes a reservation; the places of a plan are never given twice. */
export async function saveReservation(caller: SignedInContext, request: ReservationSave): Promise<ReservationRow> {
  const ctx = await seeing(caller)
  return ctx.db.transaction().execute(async (trx) => {
    const { id, companyId } = request.id === undefined ? await addReservation(trx, ctx, request) : await changeReservation(trx, ctx, request.id, request)
    const row = await getReservation(trx, id, ctx.naming)
    const details = { planId: row.planId, tankerNumber: row.tankerNumber }
    await ctx.services.audit.write(trx, ctx, { action: 'reservations.save', targetKind: 'reservation', targetId: id, companyId, details })
    return row
  })
}

/** Gives the place back. @throws AppError NOT_FOUND, RESERVATION_CLOSED */
export async function cancelReservation(caller: SignedInContext, id: number): Promise<ReservationRow> {
  const ctx = await seeing(caller)
  return ctx.db.transaction().execute(async (trx) => {
    const { company_id, row_version } = await openReservation(trx, ctx, id, undefined)
    const now = ctx.clock()
    await trx
      .updateTable('reservation')
      .set({ cancelled_at: now, update_time: now, row_version: row_version + 1 })
      .where('id', '=', id)
      .execute()
    await ctx.services.audit.write(trx, ctx, { action: 'reservations.cancel', targetKind: 'reservation', targetId: id, companyId: company_id })
    return getReservation(trx, id, ctx.naming)
  })
}
