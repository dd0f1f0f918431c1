import { mutation, procedure, query, router } from '#server/trpc.ts'
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
  find: query('sites.find', SiteListRequest, async (ctx, input) => {
    const { places } = ctx.services
    return findSites(
      ctx.readDb,
      await places.book(),
      await places.narrow(ctx.scope, { companyId: input.companyId }),
      input,
    )
  }),
  get: query('sites.get', ById, (ctx, input) => getSite(ctx, input.id)),
  export: query('sites.export', SiteExportRequest, exportSites),
  save: mutation('sites.save', SiteSave, saveSite),
  update: mutation('sites.update', SiteUpdate, updateSite),
  // Delete the site with all its users and data, restorable for 30 days (C114).
  delete: mutation('sites.delete', PlaceDelete, deleteSite),
  // Sites deleted in the last 30 days, and their restore.
  deleted: procedure('sites.deleted').query(({ ctx }) => findDeletedSites(ctx)),
  restore: mutation('sites.restore', ById, (ctx, input) => restoreSite(ctx, input.id)),
  // Companies without a parent: possible parents of a base.
  centers: query(
    'sites.centers',
    CenterListRequest,
    async (ctx, { page, size, name = '' }): Promise<Page<NamedPlace>> => {
      const { companies } = await ctx.services.places.book()
      const isCenter = ({ kind, deleted, name: own }: { kind: string; deleted: boolean; name: string }) =>
        kind === 'headquarters' && !deleted && own.includes(name)
      const data = [...companies.values()].filter(isCenter).map(({ id, name }) => ({ id, name }))
      return { data: data.sort(byName).slice((page - 1) * size, page * size), totalCount: data.length }
    },
  ),
})
