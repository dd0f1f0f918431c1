import { baseRecords } from '#server/services/base-records/base-records.ts'
import { mutation, query, router } from '#server/trpc.ts'
import { ById } from '#shared/request-fields.ts'
import { StationListRequest, StationSave, stationFields } from '#shared/stations.ts'
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
  find: query('stations.find', StationListRequest, findStations),
  save: mutation(
    'stations.save',
    StationSave,
    (ctx, input): Promise<{ id: number; rowVersion: number }> => stations.save(ctx, 'stations.save', input),
  ),
  delete: mutation(
    'stations.delete',
    ById,
    (ctx, { id }): Promise<{ id: number }> =>
      stations.remove(ctx, 'stations.delete', id, (trx) => refuseManned(trx, id)),
  ),
})
