import { restoreAccount } from '#server/features/clients/bin.ts'
import { procedure, router } from '#server/trpc.ts'
import { AccountSave, AccountUpdate, PlaceDelete } from '#shared/place-forms.ts'
import { AccountExportRequest, AccountListRequest, UnassignedRequest } from '#shared/places.ts'
import { ById } from '#shared/request-fields.ts'
import { getAccount, unassignedAccounts } from './detail.ts'
import { exportAccounts } from './export.ts'
import { findAccounts } from './queries.ts'
import { deleteAccount, saveAccount, updateAccount } from './write.ts'

export const accountsRouter = router({
  // The choices of the account filter, and the sub-accounts of a client or a site.
  find: procedure('accounts.find')
    .input(AccountListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      const { companyId, clientId, siteId } = input
      return findAccounts(
        ctx.readDb,
        await places.book(),
        await places.narrow(ctx.scope, { companyId, clientId, siteId }),
        input,
      )
    }),
  export: procedure('accounts.export')
    .input(AccountExportRequest)
    .query(({ ctx, input }) => exportAccounts(ctx, input)),
  get: procedure('accounts.get')
    .input(ById)
    .query(({ ctx, input }) => getAccount(ctx, input.id)),
  unassigned: procedure('accounts.unassigned')
    .input(UnassignedRequest)
    .query(({ ctx, input }) => unassignedAccounts(ctx, input.id)),
  save: procedure('accounts.save')
    .input(AccountSave)
    .mutation(({ ctx, input }) => saveAccount(ctx, input)),
  update: procedure('accounts.update')
    .input(AccountUpdate)
    .mutation(({ ctx, input }) => updateAccount(ctx, input)),
  delete: procedure('accounts.delete')
    .input(PlaceDelete)
    .mutation(({ ctx, input }) => deleteAccount(ctx, input)),
  // Restore a sub-account from the bin. `clients.deleted` lists the bin.
  restore: procedure('accounts.restore')
    .input(ById)
    .mutation(({ ctx, input }) => restoreAccount(ctx, input.id)),
})
