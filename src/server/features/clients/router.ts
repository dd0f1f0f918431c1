import { procedure, router } from '#server/trpc.ts'
import { ById } from '#shared/paging.ts'
import { ClientSave, ClientUpdate } from '#shared/place-forms.ts'
import { ClientExportRequest, ClientListRequest } from '#shared/places.ts'
import { getClient } from './detail.ts'
import { exportClients } from './export.ts'
import { findClients } from './queries.ts'
import { saveClient, updateClient } from './write.ts'

export const clientsRouter = router({
  // The choices of the client filter, and the client table.
  find: procedure('clients.find')
    .input(ClientListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return findClients(ctx.readDb, await places.book(), await places.narrow(ctx.scope, { companyId: input.companyId }), input)
    }),
  // One client, for its overview and its form.
  get: procedure('clients.get')
    .input(ById)
    .query(({ ctx, input }) => getClient(ctx, input.id)),
  // The table as a file: all clients that match.
  export: procedure('clients.export')
    .input(ClientExportRequest)
    .query(({ ctx, input }) => exportClients(ctx, input)),
  save: procedure('clients.save')
    .input(ClientSave)
    .mutation(({ ctx, input }) => saveClient(ctx, input)),
  update: procedure('clients.update')
    .input(ClientUpdate)
    .mutation(({ ctx, input }) => updateClient(ctx, input)),
})
