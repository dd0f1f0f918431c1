import { procedure, router } from '#server/trpc.ts'
import { SiteListRequest } from '#shared/places.ts'
import { findSites } from './queries.ts'

export const sitesRouter = router({
  // The site table and the choices of the site filter.
  find: procedure('sites.find')
    .input(SiteListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return findSites(ctx.readDb, await places.book(), await places.narrow(ctx.scope, { companyId: input.companyId }), input)
    }),
})
