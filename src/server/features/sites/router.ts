import { procedure, router } from '#server/trpc.ts'
import { byName } from '#shared/name-order.ts'
import type { Page } from '#shared/paging.ts'
import { PlaceDelete, SiteSave, SiteUpdate } from '#shared/place-forms.ts'
import { CenterListRequest, type NamedPlace, SiteExportRequest, SiteListRequest } from '#shared/places.ts'
import { ById } from '#shared/request-fields.ts'
import { deleteSite } from './delete.ts'
import { getSite } from './detail.ts'
import { exportSites } from './export.ts'
import { findSites } from './queries.ts'
import { findDeletedSites, restoreSite } from './restore.ts'
import { saveSite, updateSite } from './write.ts'

export const sitesRouter = router({
  // The site table and the choices of the site filter.
  find: procedure('sites.find')
    .input(SiteListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return findSites(
        ctx.readDb,
        await places.book(),
        await places.narrow(ctx.scope, { companyId: input.companyId }),
        input,
      )
    }),
  get: procedure('sites.get')
    .input(ById)
    .query(({ ctx, input }) => getSite(ctx, input.id)),
  export: procedure('sites.export')
    .input(SiteExportRequest)
    .query(({ ctx, input }) => exportSites(ctx, input)),
  save: procedure('sites.save')
    .input(SiteSave)
    .mutation(({ ctx, input }) => saveSite(ctx, input)),
  update: procedure('sites.update')
    .input(SiteUpdate)
    .mutation(({ ctx, input }) => updateSite(ctx, input)),
  // Delete the site with all its users and data, restorable for 30 days (C114).
  delete: procedure('sites.delete')
    .input(PlaceDelete)
    .mutation(({ ctx, input }) => deleteSite(ctx, input)),
  // Sites deleted in the last 30 days, and their restore.
  deleted: procedure('sites.deleted').query(({ ctx }) => findDeletedSites(ctx)),
  restore: procedure('sites.restore')
    .input(ById)
    .mutation(({ ctx, input }) => restoreSite(ctx, input.id)),
  // Companies without a parent: possible parents of a base.
  centers: procedure('sites.centers')
    .input(CenterListRequest)
    .query(async ({ ctx, input: { page, size, name = '' } }): Promise<Page<NamedPlace>> => {
      const { companies } = await ctx.services.places.book()
      const isCenter = ({ kind, deleted, name: own }: { kind: string; deleted: boolean; name: string }) =>
        kind === 'headquarters' && !deleted && own.includes(name)
      const data = [...companies.values()].filter(isCenter).map(({ id, name }) => ({ id, name }))
      return { data: data.sort(byName).slice((page - 1) * size, page * size), totalCount: data.length }
    }),
})
