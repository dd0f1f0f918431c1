import { mutation, query, router } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import {
  TesteeListRequest,
  type TesteeRow,
  TesteeSave,
  TesteeUpdate,
  TownListRequest,
  type TownRow,
  TownSave,
} from '#shared/testees.ts'
import { auditTestees, findTestees, readTestee } from './queries.ts'
import { createTown, findTowns } from './towns.ts'
import { changeTestee, createTestee } from './write.ts'

export const townsRouter = router({
  // Towns by name; all tenants share them.
  find: query('towns.find', TownListRequest, (ctx, input): Promise<Page<TownRow>> => findTowns(ctx.readDb, input)),
  save: mutation('towns.save', TownSave, (ctx, input): Promise<TownRow> => createTown(ctx, input.name)),
})

export const testeesRouter = router({
  // People whose health is measured.
  find: query('testees.find', TesteeListRequest, async (ctx, input): Promise<Page<TesteeRow>> => {
    const page = await findTestees(ctx, input)
    await auditTestees(ctx, 'testees.find', page.data)
    return page
  }),
  get: query('testees.get', ById, async (ctx, input): Promise<TesteeRow> => {
    const row = await readTestee(ctx, input.id)
    await auditTestees(ctx, 'testees.get', [row])
    return row
  }),
  save: mutation(
    'testees.save',
    TesteeSave,
    async (ctx, input): Promise<TesteeRow> => readTestee(ctx, await createTestee(ctx, input)),
  ),
  update: mutation(
    'testees.update',
    TesteeUpdate,
    async (ctx, input): Promise<TesteeRow> => readTestee(ctx, await changeTestee(ctx, input)),
  ),
})
