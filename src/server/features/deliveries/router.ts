import { procedure, router } from '#server/trpc.ts'
import { DeliveryListRequest, type DeliveryRow } from '#shared/deliveries.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import { findDeliveries, resend } from './queries.ts'

/** The log of messages that were sent to channels or wait to be sent. */
export const deliveriesRouter = router({
  find: procedure('deliveries.find')
    .input(DeliveryListRequest)
    .query(({ ctx, input }): Promise<Page<DeliveryRow>> => findDeliveries(ctx, input)),
  resend: procedure('deliveries.resend')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => resend(ctx, input.id)),
})
