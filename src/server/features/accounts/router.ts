import { restoreAccount } from '#server/features/clients/bin.ts'
import { mutation, query, router } from '#server/trpc.ts'
import { AccountSave, AccountUpdate, PlaceDelete } from '#shared/place-forms.ts'
import { AccountExportRequest, AccountListRequest, UnassignedRequest } from '#shared/places.ts'
import { ById } from '#shared/request-fields.ts'
import { getAccount, unassignedAccounts } from './detail.ts'
import { exportAccounts } from './export.ts'
import { findAccounts } from './queries.ts'
import { deleteAccount, saveAccount, updateAccount } from './write.ts'

export const accountsRouter = router({
  // The choices of the account filter, and the sub-accounts of a client or a site.
  find: query('accounts.find', AccountListRequest, async (ctx, input) => {
    const { places } = ctx.services
    const { companyId, clientId, siteId } = input
    return findAccounts(
      ctx.readDb,
      await places.book(),
      await places.narrow(ctx.scope, { companyId, clientId, siteId }),
      input,
    )
  }),
  export: query('accounts.export', AccountExportRequest, exportAccounts),
  get: query('accounts.get', ById, (ctx, input) => getAccount(ctx, input.id)),
  unassigned: query('accounts.unassigned', UnassignedRequest, (ctx, input) => unassignedAccounts(ctx, input.id)),
  save: mutation('accounts.save', AccountSave, saveAccount),
  update: mutation('accounts.update', AccountUpdate, updateAccount),
  delete: mutation('accounts.delete', PlaceDelete, deleteAccount),
  // Restore a sub-account from the bin. `clients.deleted` lists the bin.
  restore: mutation('accounts.restore', ById, (ctx, input) => restoreAccount(ctx, input.id)),
})
