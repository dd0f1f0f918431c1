import { mutation, query, router } from '#server/trpc.ts'
import { DeliveryListRequest } from '#shared/deliveries.ts'
import { ById } from '#shared/request-fields.ts'
import { findDeliveries, resend } from './queries.ts'

/** The log of messages that were sent to channels or wait to be sent. */
export const deliveriesRouter = router({
  find: query('deliveries.find', DeliveryListRequest, findDeliveries),
  resend: mutation('deliveries.resend', ById, (ctx, input): Promise<{ id: number }> => resend(ctx, input.id)),
})
