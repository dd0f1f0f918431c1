import { mutation, procedure, query, router } from '#server/trpc.ts'
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
  find: query('clients.find', ClientListRequest, async (ctx, input) => {
    const { places } = ctx.services
    return findClients(
      ctx.readDb,
      await places.book(),
      await places.narrow(ctx.scope, { companyId: input.companyId }),
      input,
    )
  }),
  get: query('clients.get', ById, (ctx, input) => getClient(ctx, input.id)),
  export: query('clients.export', ClientExportRequest, exportClients),
  // One month of a client's machines as a PDF in both languages.
  statement: query('clients.statement', StatementRequest, printStatement),
  save: mutation('clients.save', ClientSave, saveClient),
  update: mutation('clients.update', ClientUpdate, updateClient),
  // Deletes a client without machines, with its sub-accounts. It can be restored for 30 days.
  delete: mutation('clients.delete', PlaceDelete, deleteClient),
  // The bin: deleted clients, and sub-accounts that were deleted separately.
  deleted: procedure('clients.deleted').query(({ ctx }) => findDeletedOwners(ctx)),
  restore: mutation('clients.restore', ById, (ctx, input) => restoreClient(ctx, input.id)),
})
