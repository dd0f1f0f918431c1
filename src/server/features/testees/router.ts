import { type Kysely, sql } from 'kysely'
import { containing, windowOf } from '#server/db/paging.ts'
import { placedRows, placeOf } from '#server/db/placed.ts'
import type { Database } from '#server/db/tables.ts'
import { refusedField } from '#server/services/refused-field.ts'
import { procedure, router, type SignedInContext } from '#server/trpc.ts'
import type { AuditAction } from '#shared/audit.ts'
import { businessDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { ById, type Page } from '#shared/paging.ts'
import { TesteeListRequest, type TesteeRow, TesteeSave, TesteeUpdate, TownListRequest, type TownRow, TownSave } from '#shared/traces.ts'
import { findTestees, readTestee } from './queries.ts'

/** @throws AppError NOT_FOUND */
async function checkTown(db: Kysely<Database>, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  const town = await db.selectFrom('town').select('id').where('id', '=', id).executeTakeFirst()
  if (!town) throw new AppError('NOT_FOUND', { field: 'townId' })
}

/** Personal data: whoever reads it leaves a trace. Source: trust.md row 30 */
const readAudited = (ctx: SignedInContext, action: AuditAction, rows: readonly TesteeRow[]) =>
  rows.length === 0
    ? undefined
    : ctx.services.audit.write(ctx.db, ctx, { action, targetKind: 'testee', result: 'read', details: { rows: rows.length, first: rows[0]?.id } })

export const townsRouter = router({
  // Towns by name; all tenants share them.
  find: procedure('towns.find')
    .input(TownListRequest)
    .query(async ({ ctx, input }): Promise<Page<TownRow>> => {
      const { offset, limit } = windowOf(input)
      let query = ctx.readDb.selectFrom('town')
      if (input.name) query = query.where('name', 'ilike', containing(input.name))
      const { count } = await query.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
      const data = await query.select(['id', 'name']).orderBy('name').orderBy('id').offset(offset).limit(limit).execute()
      return { data, totalCount: Number(count) }
    }),
  // Adds a town; a name stands once.
  save: procedure('towns.save')
    .input(TownSave)
    .mutation(
      ({ ctx, input }): Promise<TownRow> =>
        ctx.db.transaction().execute(async (trx) => {
          const now = ctx.clock()
          const town = await trx
            .insertInto('town')
            .values({ name: input.name, create_time: now, update_time: now })
            .returning(['id', 'name'])
            .executeTakeFirstOrThrow()
          await ctx.services.audit.write(trx, ctx, {
            action: 'towns.save',
            targetKind: 'town',
            targetId: town.id,
            companyId: null,
            details: { name: town.name },
          })
          return town
        }),
    ),
})

/** @throws AppError VALIDATION for a birthday that is still to come */
function refuseUnborn(ctx: SignedInContext, birthday: string | null | undefined): void {
  if (birthday && birthday > businessDay(ctx.clock(), ctx.config.timeZone)) throw refusedField(ctx, 'birthday', 'testees.birthdayWrong')
}

export const testeesRouter = router({
  // People whose health is measured.
  find: procedure('testees.find')
    .input(TesteeListRequest)
    .query(async ({ ctx, input }): Promise<Page<TesteeRow>> => {
      const page = await findTestees(ctx, input)
      await readAudited(ctx, 'testees.find', page.data)
      return page
    }),
  get: procedure('testees.get')
    .input(ById)
    .query(async ({ ctx, input }): Promise<TesteeRow> => {
      const row = await readTestee(ctx, input.id)
      await readAudited(ctx, 'testees.get', [row])
      return row
    }),
  save: procedure('testees.save')
    .input(TesteeSave)
    .mutation(async ({ ctx, input }): Promise<TesteeRow> => {
      const place = await placeOf(ctx, input.companyId)
      refuseUnborn(ctx, input.birthday)
      const now = ctx.clock()
      const id = await ctx.db.transaction().execute(async (trx) => {
        await checkTown(trx, input.townId)
        const testee = await trx
          .insertInto('testee')
          .values({
            ...place,
            name: input.name,
            sex: input.sex ?? null,
            phone: input.phone ?? null,
            birthday: input.birthday ?? null,
            town_id: input.townId ?? null,
            create_time: now,
            update_time: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await ctx.services.audit.write(trx, ctx, { action: 'testees.save', targetKind: 'testee', targetId: testee.id, companyId: place.company_id })
        return testee.id
      })
      return readTestee(ctx, id)
    }),
  // What is left out stays as it is.
  update: procedure('testees.update')
    .input(TesteeUpdate)
    .mutation(async ({ ctx, input }): Promise<TesteeRow> => {
      const placed = await placedRows(ctx, 'testee')
      refuseUnborn(ctx, input.birthday)
      await ctx.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ company_id: number; row_version: number }>`select company_id, row_version from testee
          where id = ${input.id} and ${placed} for update`.execute(trx)
        const [row] = rows
        if (!row) throw new AppError('NOT_FOUND')
        if (input.rowVersion !== undefined && input.rowVersion !== row.row_version) throw new AppError('EDITED_BY_OTHERS')
        await checkTown(trx, input.townId)
        await trx
          .updateTable('testee')
          .set(({ eb }) => ({
            name: input.name,
            sex: input.sex,
            town_id: input.townId,
            phone: input.phone,
            birthday: input.birthday,
            update_time: ctx.clock(),
            row_version: eb('row_version', '+', 1),
          }))
          .where('id', '=', input.id)
          .execute()
        await ctx.services.audit.write(trx, ctx, { action: 'testees.update', targetKind: 'testee', targetId: input.id, companyId: row.company_id })
      })
      return readTestee(ctx, input.id)
    }),
})
