import { shownPage } from '#server/db/pages.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { procedure, router } from '#server/trpc.ts'
import {
  type CatalogueAnswer,
  CatalogueRequest,
  CatalogueSave,
  type CatalogueVersionRow,
  CatalogueVersionsRequest,
} from '#shared/catalogue.ts'
import { KeptLayout } from '#shared/catalogue-import/layout.ts'
import { businessTime } from '#shared/dates.ts'
import type { Page } from '#shared/paging.ts'
import { findLayouts, keepLayout } from './layouts.ts'
import { findVersion, findVersions, modelsOf, newestVersionId, type StoredVersion } from './queries.ts'
import { saveCatalogue } from './save.ts'

const headOf = ({ config }: SignedInContext, { id, source, savedBy, createdAt }: StoredVersion) => ({
  version: String(id),
  source,
  savedBy,
  createTimeStr: businessTime(createdAt, config.timeZone),
})

/** The dehumidifiers that the selection chooses from, version after version; no tenant's data. */
export const catalogueRouter = router({
  // The newest version, or the one a project was calculated with.
  get: procedure('catalogue.get')
    .input(CatalogueRequest.optional())
    .query(async ({ ctx, input }): Promise<CatalogueAnswer> => {
      const [version, newest] = await Promise.all([
        findVersion(ctx.readDb, input?.version),
        newestVersionId(ctx.readDb),
      ])
      return { ...headOf(ctx, version), newest: version.id === newest, models: await modelsOf(ctx.readDb, version.id) }
    }),
  // Every version that ever was, newest first.
  versions: procedure('catalogue.versions')
    .input(CatalogueVersionsRequest.optional().transform((paging) => paging ?? CatalogueVersionsRequest.parse({})))
    .query(async ({ ctx, input }): Promise<Page<CatalogueVersionRow>> => {
      return shownPage(await findVersions(ctx.readDb, input), (row) => ({ ...headOf(ctx, row), models: row.models }))
    }),
  // What headings of makers' tables mean, the maker that was imported last first.
  layouts: procedure('catalogue.layouts').query(({ ctx }) => findLayouts(ctx.readDb)),
  // Remembers it for the next table of that maker.
  keepLayout: procedure('catalogue.keepLayout')
    .input(KeptLayout)
    .mutation(({ ctx, input }): Promise<KeptLayout> => keepLayout(ctx, input)),
  // A new version from the one that was changed, all lines or none.
  save: procedure('catalogue.save')
    .input(CatalogueSave)
    .mutation(({ ctx, input }) => saveCatalogue(ctx, input)),
})
