import { placeFile } from '#server/services/places/place-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { ClientExportRequest } from '#shared/places.ts'
import { findClients } from './queries.ts'

/** Export the clients that match the filters as a file. @throws AppError as `placeFile` */
export const exportClients = (
  ctx: SignedInContext,
  request: ClientExportRequest,
  name: Word = 'places.clientFile',
): Promise<FileParts> =>
  placeFile(ctx, request, {
    action: 'clients.export',
    name,
    columns: {
      name: { title: 'places.clientName', value: (row) => row.name, text: true },
      company: { title: 'places.base', value: (row) => row.company, text: true },
      province: { title: 'places.province', value: (row) => row.province },
    },
    places: { companyId: request.companyId },
    find: findClients,
  })
