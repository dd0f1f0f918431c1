import { auditReading } from '#server/db/audit-row.ts'
import { mutation, query, router } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import {
  PlanFill,
  PlanFind,
  PlanSave,
  ReservationFind,
  type ReservationRow,
  ReservationSave,
} from '#shared/reservations.ts'
import { findPlans } from './plan-queries.ts'
import { deletePlan, fillPlans, savePlan } from './plans.ts'
import { findReservations } from './queries.ts'
import { cancelReservation, saveReservation } from './save.ts'
import { namingOf } from './visibility.ts'

/** Plans limit how many tankers a base accepts in half a day: week plans by managers, month plans by the base. */
export const plansRouter = router({
  // Plans with their numbers of reservations (C142).
  find: query('plans.find', PlanFind, findPlans),
  // Create the plan of a slot (day, period and type), or change the one with this id (C112).
  save: mutation('plans.save', PlanSave, savePlan),
  // Create the same plan for every slot of some days that has none.
  fill: mutation('plans.fill', PlanFill, fillPlans),
  delete: mutation('plans.delete', ById, (ctx, input): Promise<{ id: number }> => deletePlan(ctx, input.id)),
})

/** Reservations of tankers, each in a plan. */
export const reservationsRouter = router({
  find: query('reservations.find', ReservationFind, async (ctx, input): Promise<Page<ReservationRow>> => {
    const naming = await namingOf(ctx)
    const page = await findReservations(ctx, input, naming)
    const rows = page.data.filter(({ phone }) => phone !== null).length
    if (naming.wholePhones && rows > 0)
      await auditReading(ctx, 'reservation', { action: 'reservations.find', details: { rows } })
    return page
  }),
  save: mutation('reservations.save', ReservationSave, saveReservation),
  cancel: mutation(
    'reservations.cancel',
    ById,
    (ctx, input): Promise<ReservationRow> => cancelReservation(ctx, input.id),
  ),
})
