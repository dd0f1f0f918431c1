import { procedure, router } from '#server/trpc.ts'
import { ClientSave, ClientUpdate, PlaceDelete } from '#shared/place-forms.ts'
import { ClientExportRequest, ClientListRequest } from '#shared/places.ts'
import { ById } from '#shared/request-fields.ts'
import { StatementRequest } from '#shared/statement.ts'
import { findDeletedOwners, restoreClient } from './bin.ts'
import { deleteClient } from './delete.ts'
import { getClient } from './detail.ts'
import { exportClients } from './export.ts'
import { findClients } from './queries.ts'
import { printStatement } from './statement/statement.ts'
import { saveClient, updateClient } from './write.ts'

export const clientsRouter = router({
  // The choices of the client filter, and the client table.
  find: procedure('clients.find')
    .input(ClientListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return findClients(
        ctx.readDb,
        await places.book(),
        await places.narrow(ctx.scope, { companyId: input.companyId }),
        input,
      )
    }),
  get: procedure('clients.get')
    .input(ById)
    .query(({ ctx, input }) => getClient(ctx, input.id)),
  export: procedure('clients.export')
    .input(ClientExportRequest)
    .query(({ ctx, input }) => exportClients(ctx, input)),
  // One month of a client's machines as a PDF in both languages.
  statement: procedure('clients.statement')
    .input(StatementRequest)
    .query(({ ctx, input }) => printStatement(ctx, input)),
  save: procedure('clients.save')
    .input(ClientSave)
    .mutation(({ ctx, input }) => saveClient(ctx, input)),
  update: procedure('clients.update')
    .input(ClientUpdate)
    .mutation(({ ctx, input }) => updateClient(ctx, input)),
  // Deletes a client without machines, with its sub-accounts. It can be restored for 30 days.
  delete: procedure('clients.delete')
    .input(PlaceDelete)
    .mutation(({ ctx, input }) => deleteClient(ctx, input)),
  // The bin: deleted clients, and sub-accounts that were deleted separately.
  deleted: procedure('clients.deleted').query(({ ctx }) => findDeletedOwners(ctx)),
  restore: procedure('clients.restore')
    .input(ById)
    .mutation(({ ctx, input }) => restoreClient(ctx, input.id)),
})
