import { changeRow, createRow, deleteRow, recordKind, savedAs } from '#server/db/records.ts'
import { baseOf, changeable } from '#server/db/visible.ts'
import { procedure, router } from '#server/trpc.ts'
import { ById, type Page } from '#shared/paging.ts'
import { StationListRequest, type StationRow, StationSave } from '#shared/stations.ts'
import { findStations, refuseManned } from './queries.ts'

/** A deleted station stays for the reports that name it. */
const station = recordKind({ table: 'station', kind: 'station', columns: ['name', 'company_id'], marksDeleted: true })

/** Stations (the documents' groups, C141): the management makes them, base managers read those of their own base. */
export const stationsRouter = router({
  find: procedure('stations.find')
    .input(StationListRequest)
    .query(({ ctx, input }): Promise<Page<StationRow>> => findStations(ctx, input)),
  save: procedure('stations.save')
    .input(StationSave)
    .mutation(async ({ ctx, input: { id, name, companyId, rowVersion } }): Promise<{ id: number; rowVersion: number }> => {
      const action = 'stations.save'
      if (id === undefined)
        return savedAs(await createRow(ctx, station, { action, values: { company_id: await baseOf(ctx, companyId), name }, details: { after: { name } } }))
      const renamed = await changeRow(
        ctx,
        station,
        { id, rowVersion },
        {
          action,
          visible: await changeable(ctx, 'station'),
          set: { name },
          details: (before) => ({ before: { name: before.name }, after: { name } }),
        },
      )
      return savedAs(renamed)
    }),
  delete: procedure('stations.delete')
    .input(ById)
    .mutation(
      async ({ ctx, input: { id } }): Promise<{ id: number }> =>
        deleteRow(ctx, station, id, {
          action: 'stations.delete',
          visible: await changeable(ctx, 'station'),
          check: (_, trx) => refuseManned(trx, id),
          details: ({ name }) => ({ before: { name } }),
        }),
    ),
})
