import { baseRecords } from '#server/services/base-records.ts'
import { procedure, router } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import { StationListRequest, type StationRow, StationSave, stationFields } from '#shared/stations.ts'
import { findStations, refuseManned } from './queries.ts'

/** A deleted station stays for the reports that reference it. */
const stations = baseRecords({
  table: 'station',
  kind: 'station',
  fields: stationFields,
  searched: ['name'],
  order: ['name'],
  marksDeleted: true,
})

/** Stations (the documents' groups, C141): managers write them, base managers read those of their own base. */
export const stationsRouter = router({
  find: procedure('stations.find')
    .input(StationListRequest)
    .query(({ ctx, input }): Promise<Page<StationRow>> => findStations(ctx, input)),
  save: procedure('stations.save')
    .input(StationSave)
    .mutation(
      ({ ctx, input }): Promise<{ id: number; rowVersion: number }> => stations.save(ctx, 'stations.save', input),
    ),
  delete: procedure('stations.delete')
    .input(ById)
    .mutation(
      ({ ctx, input: { id } }): Promise<{ id: number }> =>
        stations.remove(ctx, 'stations.delete', id, (trx) => refuseManned(trx, id)),
    ),
})
