import { sql } from 'kysely'
import { holdBook } from '#server/services/hold-book.ts'
import { procedure, router, type SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { ById, type Page } from '#shared/paging.ts'
import { StationListRequest, type StationRow, StationSave } from '#shared/stations.ts'
import { findStations, lockStation, tenantFor } from './queries.ts'

const targetKind = 'station'
type Saved = { id: number; rowVersion: number }

async function createStation(ctx: SignedInContext, { name, companyId }: StationSave): Promise<Saved> {
  const company_id = await tenantFor(ctx, companyId)
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('station')
      .values({ company_id, name, create_time: now, update_time: now })
      .returning(['id', 'row_version as rowVersion'])
      .executeTakeFirstOrThrow()
    await ctx.services.audit.write(trx, ctx, { action: 'stations.save', targetKind, targetId: made.id, companyId: company_id, details: { after: { name } } })
    return made
  })
}

async function renameStation(caller: SignedInContext, id: number, { name, rowVersion }: StationSave): Promise<Saved> {
  const ctx = await holdBook(caller)
  return ctx.db.transaction().execute(async (trx) => {
    const before = await lockStation(trx, ctx, id)
    if (rowVersion !== undefined && rowVersion !== before.row_version) throw new AppError('EDITED_BY_OTHERS')
    const saved = await trx
      .updateTable('station')
      .set({ name, update_time: ctx.clock(), row_version: before.row_version + 1 })
      .where('id', '=', id)
      .returning(['id', 'row_version as rowVersion'])
      .executeTakeFirstOrThrow()
    const details = { before: { name: before.name }, after: { name } }
    await ctx.services.audit.write(trx, ctx, { action: 'stations.save', targetKind, targetId: id, companyId: before.company_id, details })
    return saved
  })
}

/** It stays for the reports that name it. @throws AppError NOT_FOUND, IN_USE while somebody belongs to it */
async function deleteStation(caller: SignedInContext, id: number): Promise<{ id: number }> {
  const ctx = await holdBook(caller)
  return ctx.db.transaction().execute(async (trx) => {
    const before = await lockStation(trx, ctx, id)
    const member = await trx.selectFrom('app_user').select('id').where('group_id', '=', id).where('deleted_at', 'is', null).limit(1).executeTakeFirst()
    if (member) throw new AppError('IN_USE')
    const now = ctx.clock()
    const set = { deleted_at: now, update_time: now, row_version: sql<number>`row_version + 1` }
    await trx.updateTable('station').set(set).where('id', '=', id).execute()
    const details = { before: { name: before.name } }
    await ctx.services.audit.write(trx, ctx, { action: 'stations.delete', targetKind, targetId: id, companyId: before.company_id, details })
    return { id }
  })
}

/** Stations (the documents' groups, C141): the management makes them, base managers read those of their own base. */
export const stationsRouter = router({
  find: procedure('stations.find')
    .input(StationListRequest)
    .query(({ ctx, input }): Promise<Page<StationRow>> => findStations(ctx, input)),
  save: procedure('stations.save')
    .input(StationSave)
    .mutation(({ ctx, input }): Promise<Saved> => (input.id === undefined ? createStation(ctx, input) : renameStation(ctx, input.id, input))),
  delete: procedure('stations.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteStation(ctx, input.id)),
})
