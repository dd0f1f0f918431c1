import { placeFile } from '#server/services/places/place-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import type { AccountExportRequest } from '#shared/places.ts'
import { findAccounts } from './queries.ts'

/** Export the sub-accounts that match the filters as a file. @throws AppError as `placeFile` */
export const exportAccounts = (ctx: SignedInContext, request: AccountExportRequest): Promise<FileParts> => {
  const { companyId, clientId, siteId } = request
  return placeFile(ctx, request, {
    action: 'accounts.export',
    name: 'places.accountFile',
    columns: {
      name: { title: 'placeAccount.name', value: (row) => row.name, text: true },
      client: { title: 'device.column.client', value: (row) => row.client, text: true },
      site: { title: 'device.column.site', value: (row) => row.site, text: true },
    },
    places: { companyId, clientId, siteId },
    find: findAccounts,
  })
}
