import { shownPage } from '#server/db/pages.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { mutation, procedure, query, router } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import {
  type CatalogueAnswer,
  CatalogueRequest,
  CatalogueSave,
  type CatalogueVersionRow,
  CatalogueVersionsRequest,
} from '#shared/catalogue.ts'
import { KeptLayout } from '#shared/catalogue-import/layout.ts'
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

/** The dehumidifiers that a selection chooses from, in versions. They belong to no tenant. */
export const catalogueRouter = router({
  // The newest version, or the version that a project was calculated with.
  get: query('catalogue.get', CatalogueRequest.optional(), async (ctx, input): Promise<CatalogueAnswer> => {
    const [version, newest] = await Promise.all([findVersion(ctx.readDb, input?.version), newestVersionId(ctx.readDb)])
    return { ...headOf(ctx, version), newest: version.id === newest, models: await modelsOf(ctx.readDb, version.id) }
  }),
  versions: query(
    'catalogue.versions',
    CatalogueVersionsRequest.optional().transform((paging) => paging ?? CatalogueVersionsRequest.parse({})),
    async (ctx, input): Promise<Page<CatalogueVersionRow>> => {
      return shownPage(await findVersions(ctx.readDb, input), (row) => ({ ...headOf(ctx, row), models: row.models }))
    },
  ),
  layouts: procedure('catalogue.layouts').query(({ ctx }) => findLayouts(ctx.readDb)),
  keepLayout: mutation('catalogue.keepLayout', KeptLayout, keepLayout),
  // Creates a new version from a base version: all lines or none.
  save: mutation('catalogue.save', CatalogueSave, saveCatalogue),
})
