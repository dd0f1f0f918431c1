import { placeFile } from '#server/services/place-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { maxPage } from '#shared/paging.ts'
import type { AccountExportRequest } from '#shared/places.ts'
import { findAccounts } from './queries.ts'

/**
 * Export all sub-accounts that match the filters as a file, in the order of the list.
 * @throws AppError before the first part of the file: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportAccounts(ctx: SignedInContext, request: AccountExportRequest): Promise<FileParts> {
  const { places } = ctx.services
  const { format, language = ctx.request.language, columns: chosen, ...filters } = request
  const { companyId, clientId, siteId } = request
  const set = await places.narrow(ctx.scope, { companyId, clientId, siteId })
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const { data } = await findAccounts(ctx.readDb, await places.book(), set, { ...request, page: 1, size: maxPage })
  return placeFile(ctx, {
    action: 'accounts.export',
    name: 'places.accountFile',
    format,
    language,
    columns: {
      name: { title: 'placeAccount.name', value: (row) => row.name, text: true },
      client: { title: 'device.column.client', value: (row) => row.client, text: true },
      site: { title: 'device.column.site', value: (row) => row.site, text: true },
    },
    chosen,
    rows: data,
    filters,
  })
}
