import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { findPage, findShortPage } from './pages.ts'
import { changeRow, createRow, deleteRow, readRow, recordKind } from './records.ts'

const database = useDatabase()
const station = recordKind({ table: 'station', kind: 'station', columns: ['company_id', 'name'], marksDeleted: true })
const category = recordKind({ table: 'material_type', kind: 'material_type', columns: ['name'] })
const nothing = sql<boolean>`false`

async function signedIn(services: Parameters<typeof buildContext>[1] = {}): Promise<SignedInContext> {
  const viewer = await buildViewer(database.db)
  const context = buildContext(database.db, { ...services, services: { audit: createAudit(), ...services?.services } })
  return { ...context, viewer, reach: 'all', scope: { everything: true, branches: [] } }
}
const logged = () =>
  database.db
    .selectFrom('audit_log')
    .select(['action', 'target_kind', 'target_id', 'company_id', 'details'])
    .orderBy('id')
    .execute()
const stored = () =>
  database.db
    .selectFrom('station')
    .select(['name', 'row_version', 'update_time', 'deleted_at'])
    .executeTakeFirstOrThrow()

test('create, change and delete a record, each with a version, a time and an audit log entry', async () => {
  const base = await buildCompany(database.db)
  const ctx = await signedIn()
  const action = 'stations.save'
  const made = await createRow(ctx, station, {
    action,
    values: { company_id: base.id, name: '甲' },
    details: ({ name }) => ({ after: name }),
  })
  expect(made).toEqual({ id: made.id, row_version: 1, company_id: base.id, name: '甲' })
  const later = { ...ctx, clock: () => new Date('2026-11-21T00:00:00Z') }
  const details = (before: { name: string }, after: { name: string }) => ({ before: before.name, after: after.name })
  expect(
    await changeRow(later, station, { id: made.id, rowVersion: 1 }, { action, set: { name: '乙' }, details }),
  ).toMatchObject({
    name: '乙',
    row_version: 2,
  })
  expect(await stored()).toMatchObject({ name: '乙', row_version: 2, update_time: later.clock(), deleted_at: null })
  // Undefined values keep the stored ones.
  expect(await changeRow(later, station, { id: made.id }, { action, set: { name: undefined } })).toMatchObject({
    name: '乙',
    row_version: 3,
  })
  expect(await deleteRow(later, station, made.id, { action: 'stations.delete' })).toEqual({ id: made.id })
  expect(await stored()).toMatchObject({ row_version: 4, deleted_at: later.clock() })
  const about = { target_kind: 'station', target_id: String(made.id), company_id: base.id }
  expect(await logged()).toEqual([
    { action, ...about, details: { after: '甲' } },
    { action, ...about, details: { before: '甲', after: '乙' } },
    { action, ...about, details: null },
    { action: 'stations.delete', ...about, details: null },
  ])
})

test('change nothing and log nothing for an outdated version or a row out of reach', async () => {
  const base = await buildCompany(database.db)
  const ctx = await signedIn()
  const { id } = await createRow(ctx, station, { action: 'stations.save', values: { company_id: base.id, name: '甲' } })
  const change = { action: 'stations.save', set: { name: '乙' } } as const
  await expect(changeRow(ctx, station, { id, rowVersion: 2 }, change)).rejects.toMatchObject({
    code: 'EDITED_BY_OTHERS',
  })
  await expect(changeRow(ctx, station, { id }, { ...change, visible: nothing })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(deleteRow(ctx, station, id, { action: 'stations.delete', visible: nothing })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(readRow(ctx.db, station, id, nothing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await stored()).toMatchObject({ name: '甲', row_version: 1, deleted_at: null })
  expect(await logged()).toHaveLength(1)
})

test('write a row and its audit log entry together, or neither', async () => {
  const write = async () => {
    throw new Error('no log')
  }
  const ctx = await signedIn({ services: { audit: { write, denied: async () => undefined } } })
  await expect(createRow(ctx, category, { action: 'materialTypes.save', values: { name: '甲' } })).rejects.toThrow(
    'no log',
  )
  expect(await database.db.selectFrom('material_type').selectAll().where('name', '=', '甲').execute()).toEqual([])
})

test('log a record that all tenants share without a company, and delete it for good', async () => {
  const ctx = await signedIn()
  const { id } = await createRow(ctx, category, { action: 'materialTypes.save', values: { name: '甲' } })
  await deleteRow(ctx, category, id, { action: 'materialTypes.delete' })
  expect(await database.db.selectFrom('material_type').selectAll().where('name', '=', '甲').execute()).toEqual([])
  expect((await logged()).map(({ company_id }) => company_id)).toEqual([null, null])
})

test('return a page in the order of the list, in the requested form, with the total', async () => {
  const names = ['丁', '丙', '乙', '甲']
  await database.db
    .insertInto('town')
    .values(names.map((name) => ({ name })))
    .execute()
  const list = {
    from: sql`from town where name <> '丙'`,
    order: sql`order by id`,
    show: (page: ReturnType<typeof sql>) =>
      sql<{ shown: string }>`select t.name || '!' as shown from ${page} t order by t.id`,
  }
  for (const find of [findPage, findShortPage]) {
    expect(await find(database.db, { page: 1, size: 2 }, list)).toEqual({
      data: [{ shown: '丁!' }, { shown: '乙!' }],
      totalCount: 3,
    })
    expect(await find(database.db, { page: 2, size: 2 }, list)).toEqual({ data: [{ shown: '甲!' }], totalCount: 3 })
    expect(await find(database.db, { page: 3, size: 2 }, list)).toEqual({ data: [], totalCount: 3 })
  }
  // Filtered rows are found before they are sorted.
  expect((await findPage(database.db, { page: 1, size: 2 }, { ...list, filters: ['x'] })).data).toEqual([
    { shown: '丁!' },
    { shown: '乙!' },
  ])
})
