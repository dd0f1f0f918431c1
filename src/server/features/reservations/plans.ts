import type { Transaction } from 'kysely'
import type { AuditAction } from '#server/audit-actions.ts'
import { auditRow } from '#server/db/audit-row.ts'
import { deleteRow, holdRow, insertRow, readRow, updateRow } from '#server/db/records.ts'
import type { Database } from '#server/db/tables.ts'
import { placeOf } from '#server/db/visible.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { PlanFill, PlanFillAnswer, PlanKind, PlanRow, PlanSave } from '#shared/reservations.ts'
import { addPlans, countReserved, getPlan, type PlanColumns, plan } from './plan-queries.ts'
import { type ReservationReader, readerOf } from './visibility.ts'

const isDayOver = (ctx: SignedInContext, day: Day): boolean => day < businessDay(ctx.clock(), ctx.config.timeZone)

/** @throws AppError VALIDATION at `field` for a past business day, which cannot be planned any more */
function refuseDayOver(ctx: SignedInContext, field: string, day: Day): void {
  if (isDayOver(ctx, day)) throw refusedField(ctx, field, 'planning.reserveTime.wrong')
}

/** @throws AppError FORBIDDEN: only managers change week plans */
async function checkKind(ctx: SignedInContext, kind: PlanKind, path: AuditAction): Promise<void> {
  if (kind !== 'week' || ctx.viewer.role === 'manager') return
  await ctx.services.audit.denied(ctx, path)
  throw new AppError('FORBIDDEN')
}

/**
 * Check the kind before the transaction, because the refusal is written to the audit log on its own; the kind of a plan
 * never changes.
 * @throws AppError NOT_FOUND for a missing or foreign plan, alike; FORBIDDEN for a week plan
 */
async function checkKindOf(ctx: ReservationReader, id: number, path: AuditAction): Promise<void> {
  await checkKind(ctx, (await readRow(ctx.db, plan, id, ctx.sees.reservation_plan)).plan_kind, path)
}

type Place = { company_id: number; site_id: number | null }

async function newColumns(ctx: SignedInContext, request: PlanSave): Promise<PlanColumns> {
  const { companyId, planKind = 'month', reserveTime, reservePeriod, tankerType, totalCount } = request
  await checkKind(ctx, planKind, 'plans.save')
  if (reserveTime === undefined) throw refusedField(ctx, 'reserveTime', 'planning.reserveTimeMissing')
  if (reservePeriod === undefined) throw refusedField(ctx, 'reservePeriod', 'planning.reservePeriodMissing')
  if (tankerType === undefined) throw refusedField(ctx, 'tankerType', 'planning.tankerTypeMissing')
  if (totalCount === undefined) throw refusedField(ctx, 'totalCount', 'planning.totalCount.missing')
  refuseDayOver(ctx, 'reserveTime', reserveTime)
  return {
    ...(await placeOf(ctx, companyId)),
    plan_kind: planKind,
    reserve_time: reserveTime,
    reserve_period: reservePeriod,
    tanker_type: tankerType,
    total_count: totalCount,
    user_id: ctx.viewer.userId,
  }
}

/**
 * Change a plan of today or later; its slot (day, period and type) only while it has no reservation, and its capacity
 * never below the number of reservations.
 */
async function changePlan(
  trx: Transaction<Database>,
  ctx: ReservationReader,
  id: number,
  request: PlanSave,
  moved: Place | null,
) {
  const held = await holdRow(trx, plan, { id, rowVersion: request.rowVersion }, ctx.sees.reservation_plan)
  const place = moved ?? { company_id: held.company_id, site_id: held.site_id }
  const next = {
    ...place,
    reserve_time: request.reserveTime ?? held.reserve_time,
    reserve_period: request.reservePeriod ?? held.reserve_period,
    tanker_type: request.tankerType ?? held.tanker_type,
    total_count: request.totalCount ?? held.total_count,
  }
  for (const day of [held.reserve_time, next.reserve_time]) refuseDayOver(ctx, 'reserveTime', day)
  const taken = await countReserved(trx, id)
  if (next.total_count < taken) throw new AppError('PLAN_TAKEN', { values: { count: taken } })
  const isMoved = (['company_id', 'site_id', 'reserve_time', 'reserve_period', 'tanker_type'] as const).some(
    (column) => next[column] !== held[column],
  )
  if (isMoved && taken > 0) throw new AppError('PLAN_TAKEN', { values: { count: taken } })
  await updateRow(trx, ctx, plan, held, next)
  return { id, company_id: next.company_id, before: held.total_count }
}

/**
 * Create or change the plan of a slot (day, period and type).
 * @throws AppError NOT_FOUND, FORBIDDEN for a week plan, VALIDATION for a past day, DUPLICATE when the slot has a plan,
 * PLAN_TAKEN, EDITED_BY_OTHERS
 */
export async function savePlan(caller: SignedInContext, request: PlanSave): Promise<PlanRow> {
  const ctx = await readerOf(caller)
  if (request.id !== undefined) await checkKindOf(ctx, request.id, 'plans.save')
  const moved =
    request.id === undefined || request.companyId === undefined ? null : await placeOf(ctx, request.companyId)
  const columns = request.id === undefined ? await newColumns(ctx, request) : null
  return ctx.db.transaction().execute(async (trx) => {
    const saved =
      columns === null
        ? await changePlan(trx, ctx, request.id ?? 0, request, moved)
        : { ...(await insertRow(trx, ctx, plan, columns)), before: null }
    const row = await getPlan(trx, saved.id, ctx.naming)
    const { planKind, reserveTime, reservePeriod, tankerType, totalCount } = row
    const details = { planKind, reserveTime, reservePeriod, tankerType, totalCount, before: saved.before }
    await auditRow(trx, ctx, plan, saved, { action: 'plans.save', details })
    return row
  })
}

/**
 * Create plans for all given slots (days, periods and types) that have none yet.
 * @throws AppError NOT_FOUND, FORBIDDEN for week plans, VALIDATION for past days
 */
export async function fillPlans(ctx: SignedInContext, request: PlanFill): Promise<PlanFillAnswer> {
  const { companyId, planKind, from, to, weekdays, reservePeriods, tankerTypes, totalCount } = request
  await checkKind(ctx, planKind, 'plans.fill')
  refuseDayOver(ctx, 'from', from)
  const place = await placeOf(ctx, companyId)
  const days = daysBetween(from, to).filter((day) => weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7))
  const common = { ...place, plan_kind: planKind, total_count: totalCount, user_id: ctx.viewer.userId }
  const given = days.flatMap((day) =>
    [...new Set(reservePeriods)].flatMap((period) =>
      [...new Set(tankerTypes)].map(
        (type): PlanColumns => ({ ...common, reserve_time: day, reserve_period: period, tanker_type: type }),
      ),
    ),
  )
  if (given.length === 0) return { added: 0, kept: 0 }
  return ctx.db.transaction().execute(async (trx) => {
    const added = await addPlans(trx, given, ctx.clock())
    await ctx.services.audit.write(trx, ctx, {
      action: 'plans.fill',
      targetKind: 'reservation_plan',
      companyId: place.company_id,
      details: { planKind, from, to, totalCount, added },
    })
    return { added, kept: given.length - added }
  })
}

/**
 * @throws AppError NOT_FOUND, FORBIDDEN for a week plan, VALIDATION for a past day, IN_USE when it has ever had a
 * reservation
 */
export async function deletePlan(caller: SignedInContext, id: number): Promise<{ id: number }> {
  const ctx = await readerOf(caller)
  await checkKindOf(ctx, id, 'plans.delete')
  return deleteRow(ctx, plan, id, {
    action: 'plans.delete',
    visible: ctx.sees.reservation_plan,
    check: async ({ reserve_time }, trx) => {
      if (isDayOver(ctx, reserve_time)) throw refusedField(ctx, 'id', 'planning.past')
      const used = await trx
        .selectFrom('reservation')
        .select('id')
        .where('plan_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      if (used) throw new AppError('IN_USE')
    },
    details: ({ plan_kind, reserve_time, reserve_period, tanker_type }) => ({
      plan_kind,
      reserve_time,
      reserve_period,
      tanker_type,
    }),
  })
}
