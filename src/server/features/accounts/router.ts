import { procedure, router } from '#server/trpc.ts'
import { AccountListRequest } from '#shared/places.ts'
import { findAccounts } from './queries.ts'

export const accountsRouter = router({
  // The choices of the account filter, and the sub-accounts of a client or a site.
  find: procedure('accounts.find')
    .input(AccountListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      const { companyId, clientId, siteId } = input
      return findAccounts(ctx.readDb, await places.book(), await places.narrow(ctx.scope, { companyId, clientId, siteId }), input)
    }),
})
