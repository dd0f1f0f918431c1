import { placeFile } from '#server/services/place-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import type { Word } from '#shared/i18n/index.ts'
import { maxPage } from '#shared/paging.ts'
import type { ClientExportRequest } from '#shared/places.ts'
import { findClients } from './queries.ts'

/**
 * Export all clients that match the filters as a file, in the order of the table.
 * @throws AppError before the first part: NOT_FOUND for a company out of scope, TOO_MANY
 */
export async function exportClients(
  ctx: SignedInContext,
  request: ClientExportRequest,
  name: Word = 'places.clientFile',
): Promise<FileParts> {
  const { places } = ctx.services
  const { format, language = ctx.request.language, columns: chosen, ...filters } = request
  const set = await places.narrow(ctx.scope, { companyId: request.companyId })
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const { data } = await findClients(ctx.readDb, await places.book(), set, { ...request, page: 1, size: maxPage })
  return placeFile(ctx, {
    action: 'clients.export',
    name,
    format,
    language,
    columns: {
      name: { title: 'places.clientName', value: (row) => row.name, text: true },
      company: { title: 'places.base', value: (row) => row.company, text: true },
      province: { title: 'places.province', value: (row) => row.province },
    },
    chosen,
    rows: data,
    filters,
  })
}
