import { auditReading } from '#server/db/audit-row.ts'
import { procedure, router } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import {
  PlanFill,
  type PlanFillAnswer,
  PlanFind,
  type PlanRow,
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
  find: procedure('plans.find')
    .input(PlanFind)
    .query(({ ctx, input }): Promise<Page<PlanRow>> => findPlans(ctx, input)),
  // Create the plan of a slot (day, period and type), or change the one with this id (C112).
  save: procedure('plans.save')
    .input(PlanSave)
    .mutation(({ ctx, input }): Promise<PlanRow> => savePlan(ctx, input)),
  // Create the same plan for every slot of some days that has none.
  fill: procedure('plans.fill')
    .input(PlanFill)
    .mutation(({ ctx, input }): Promise<PlanFillAnswer> => fillPlans(ctx, input)),
  delete: procedure('plans.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deletePlan(ctx, input.id)),
})

/** Reservations of tankers, each in a plan. */
export const reservationsRouter = router({
  find: procedure('reservations.find')
    .input(ReservationFind)
    .query(async ({ ctx, input }): Promise<Page<ReservationRow>> => {
      const naming = await namingOf(ctx)
      const page = await findReservations(ctx, input, naming)
      const rows = page.data.filter(({ phone }) => phone !== null).length
      if (naming.wholePhones && rows > 0)
        await auditReading(ctx, 'reservation', { action: 'reservations.find', details: { rows } })
      return page
    }),
  save: procedure('reservations.save')
    .input(ReservationSave)
    .mutation(({ ctx, input }): Promise<ReservationRow> => saveReservation(ctx, input)),
  cancel: procedure('reservations.cancel')
    .input(ById)
    .mutation(({ ctx, input }): Promise<ReservationRow> => cancelReservation(ctx, input.id)),
})
