import { procedure, router } from '#server/trpc.ts'
import { ClientListRequest } from '#shared/places.ts'
import { findClients } from './queries.ts'

export const clientsRouter = router({
  // The choices of the client filter, and the client table.
  find: procedure('clients.find')
    .input(ClientListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return findClients(ctx.readDb, await places.book(), await places.narrow(ctx.scope, { companyId: input.companyId }), input)
    }),
})
