import { placeFile } from '#server/services/places/place-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { SiteExportRequest } from '#shared/places.ts'
import { findSites } from './queries.ts'

/** Export the matching sites of a company (headquarters: of all) as a file. @throws AppError as `placeFile` */
export const exportSites = (
  ctx: SignedInContext,
  request: SiteExportRequest,
  name: Word = 'places.siteFile',
): Promise<FileParts> =>
  placeFile(ctx, request, {
    action: 'sites.export',
    name,
    columns: {
      name: { title: 'places.siteName', value: (row) => row.name, text: true },
      province: { title: 'places.province', value: (row) => row.province },
    },
    places: { companyId: request.companyId },
    find: findSites,
  })
