import { checkExportRate } from '#server/services/export-rate.ts'
import { placeFile } from '#server/services/place-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { maxPage } from '#shared/paging.ts'
import type { ClientExportRequest } from '#shared/places.ts'
import { findClients } from './queries.ts'

/**
 * The clients as a file, as the table shows them, all that match.
 * @throws AppError before the first part: NOT_FOUND for a company out of scope, TOO_MANY
 */
export async function exportClients(ctx: SignedInContext, request: ClientExportRequest): Promise<FileParts> {
  const { places } = ctx.services
  const { format, language = ctx.request.language, ...filters } = request
  const set = await places.narrow(ctx.scope, { companyId: request.companyId })
  checkExportRate(ctx.viewer.userId, ctx.clock())
  const { data } = await findClients(ctx.readDb, await places.book(), set, { ...request, page: 1, size: maxPage })
  return placeFile(ctx, {
    action: 'clients.export',
    name: 'places.clientFile',
    format,
    language,
    columns: [
      { title: 'places.clientName', cell: ({ name }) => name },
      { title: 'places.base', cell: ({ company }) => company },
      { title: 'places.province', cell: ({ province }) => province },
    ],
    rows: data,
    filters,
  })
}
