import { placeFile } from '#server/services/place-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import type { Word } from '#shared/i18n/index.ts'
import { maxPage } from '#shared/paging.ts'
import type { SiteExportRequest } from '#shared/places.ts'
import { findSites } from './queries.ts'

/**
 * Export the matching sites of a company (headquarters: of all companies) as a file with the columns of the table.
 * @throws AppError before the first part: NOT_FOUND for a company out of scope, TOO_MANY
 */
export async function exportSites(
  ctx: SignedInContext,
  request: SiteExportRequest,
  name: Word = 'places.siteFile',
): Promise<FileParts> {
  const { places } = ctx.services
  const { format, language = ctx.request.language, columns: chosen, ...filters } = request
  const set = await places.narrow(ctx.scope, { companyId: request.companyId })
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const { data } = await findSites(ctx.readDb, await places.book(), set, { ...request, page: 1, size: maxPage })
  return placeFile(ctx, {
    action: 'sites.export',
    name,
    format,
    language,
    columns: {
      name: { title: 'places.siteName', value: (row) => row.name, text: true },
      province: { title: 'places.province', value: (row) => row.province },
    },
    chosen,
    rows: data,
    filters,
  })
}
