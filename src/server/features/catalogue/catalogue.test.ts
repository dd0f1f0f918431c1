import { afterEach, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import type { CatalogueAnswer, CatalogueRow } from '#shared/catalogue.ts'
import { rowsOfModels } from '#shared/catalogue-forms.ts'
import { unsaid } from '#shared/selection/model.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { forgetCatalogues } from '#tests/support/catalogues.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { findCatalogue } from './queries.ts'

const database = useDatabase()
afterEach(() => forgetCatalogues(database.db))

const callerAs = async (nickName: string | null) =>
  buildCallerAs(database.db, { nick_name: nickName, name: '张工' }, { services: { audit: createAudit() } })
const rowsOf = ({ models }: Pick<CatalogueAnswer, 'models'>): CatalogueRow[] => rowsOfModels(models, 2)
const makers = {
  line: 99,
  model: 'ML-690',
  family: 'ML',
  airflowM3h: '９００',
  capFactor: '1',
  ratedCapacityKgH: '5,4',
  fanKw: 0.6,
  regenKw: '8',
  tMin: '-20',
  tMax: 40,
}

test('Offer the reference series from the beginning to every signed-in user', async () => {
  const visitor = await callerAs(null)
  expect(await visitor.catalogue.get()).toMatchObject({ ...referenceCatalogue, savedBy: null, newest: true })
  expect(await visitor.catalogue.versions()).toMatchObject({
    totalCount: 1,
    data: [{ version: '1', source: 'reference series', models: 30 }],
  })
  expect(await findCatalogue(database.db)).toEqual(referenceCatalogue)
})

test('Save a new version with its author and time, and keep the old one unchanged', async () => {
  const manager = await callerAs('管理层')
  const base = await manager.catalogue.get()
  const [first, second, ...others] = rowsOf(base)
  const rows = [{ ...first, fanKw: '0.3' }, ...others, makers] as CatalogueRow[]
  const wanted = { read: 30, added: 1, changed: 1, removed: 1, unchanged: 28, refused: 0, errors: [] }
  expect(second?.model).toBe('S-800')
  expect(
    await manager.catalogue.save({ baseVersion: base.version, source: '厂家数据 2026', rows, dryRun: true }),
  ).toEqual({
    ...wanted,
    applied: false,
    version: '1',
  })
  const saved = await manager.catalogue.save({ baseVersion: base.version, source: ' 厂家数据 2026 ', rows })
  expect(saved).toMatchObject({ ...wanted, applied: true })
  expect(saved.version).toBe('2')
  const newest = await manager.catalogue.get()
  expect(newest).toMatchObject({
    version: saved.version,
    source: '厂家数据 2026',
    savedBy: '张工',
    createTimeStr: '2026-11-20 12:00:00',
    newest: true,
  })
  expect(newest.models.at(-1)).toEqual({
    ...unsaid,
    model: 'ML-690',
    family: 'ML',
    airflowM3h: 900,
    capFactor: 1,
    ratedCapacityKgH: 5.4,
    fanKw: 0.6,
    regenKw: 8,
    tMin: -20,
    tMax: 40,
    lengthMm: null,
    widthMm: null,
    heightMm: null,
    weightKg: null,
    dimsStatus: 'estimate',
  })
  expect(newest.models.map(({ model }) => model)).toEqual(rows.map(({ model }) => model))
  expect(await manager.catalogue.get({ version: 1 })).toMatchObject({ ...referenceCatalogue, newest: false })
  expect((await manager.catalogue.versions({ size: 1 })).data).toMatchObject([
    { version: saved.version, savedBy: '张工', models: 30 },
  ])
  const log = await auditEntries(database.db, 'catalogue.save')
  expect(log).toMatchObject([
    { target_id: saved.version, details: { base: 1, added: 1, changed: 1, removed: 1, models: 30 } },
  ])
})

test('Create no version when nothing changed', async () => {
  const manager = await callerAs('管理层')
  const base = await manager.catalogue.get()
  const same = { baseVersion: base.version, source: base.source, rows: rowsOf(base) }
  expect(await manager.catalogue.save(same)).toMatchObject({ unchanged: 30, applied: false, version: '1' })
  expect(await manager.catalogue.save({ ...same, rows: [...same.rows].reverse() })).toMatchObject({
    unchanged: 30,
    applied: true,
  })
})

test('Name the column of each wrong line, and save nothing', async () => {
  const manager = await callerAs('管理层')
  const rows = [
    makers,
    { ...makers, line: 100, model: 'ml-690' },
    { ...makers, line: 101, model: ' ' },
    { ...makers, line: 102, model: 'A', fanKw: 'much', tMin: '' },
    { ...makers, line: 103, model: 'B', airflowM3h: '0' },
    { ...makers, line: 104, model: 'C', tMin: '50' },
    { ...makers, line: 105, model: 'D', dimsStatus: 'guess', weightKg: '1e3' },
  ] as CatalogueRow[]
  const answer = await manager.catalogue.save({ baseVersion: 1, source: 'x', rows })
  expect(answer).toMatchObject({ read: 7, added: 1, refused: 6, removed: 30, applied: false, version: '1' })
  expect(answer.errors).toEqual([
    { line: 100, model: 'ml-690', reason: '型号重复，首次在第 99 行' },
    { line: 101, model: '', reason: '型号不能为空，且不超过 64 个字' },
    { line: 102, model: 'A', reason: '风机功率不是有效的数字：much' },
    { line: 103, model: 'B', reason: '风量应在 1 到 1,000,000 之间：0' },
    { line: 104, model: 'C', reason: '最高进风温度低于最低进风温度' },
    { line: 105, model: 'D', reason: '重量不是有效的数字：1e3' },
  ])
  expect((await manager.catalogue.versions()).totalCount).toBe(1)
})

test('Let one of two editors of the same version save, and refuse the other as a whole', async () => {
  const [one, other] = [await callerAs('管理层'), await callerAs('管理层')]
  const save = (caller: typeof one, source: string) =>
    caller.catalogue.save({ baseVersion: 1, source, rows: [makers as CatalogueRow] })
  const outcomes = await Promise.allSettled([save(one, 'one'), save(other, 'other')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { cause: { code: 'EDITED_BY_OTHERS' } },
  })
  await expect(save(other, 'later')).rejects.toMatchObject({ cause: { code: 'EDITED_BY_OTHERS' } })
  expect((await one.catalogue.versions()).totalCount).toBe(2)
  await expect(one.catalogue.get({ version: 999_999 })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
  await expect(
    one.catalogue.save({ baseVersion: 999_999, source: 'x', rows: [makers as CatalogueRow] }),
  ).rejects.toMatchObject({
    cause: { code: 'NOT_FOUND' },
  })
})

test('Let only the management save', async () => {
  for (const nickName of [null, '基地负责人', '检验员'])
    await expect(
      (await callerAs(nickName)).catalogue.save({ baseVersion: 1, source: 'x', rows: [makers as CatalogueRow] }),
    ).rejects.toMatchObject({
      cause: { code: 'FORBIDDEN' },
    })
})

test('Remember the column headings of a maker for the management, newest first', async () => {
  const manager = await callerAs('管理层')
  const layout = {
    columns: [{ heading: 'Luftmenge', column: 'airflowM3h' as const, unit: 'CFM', at: null }],
    values: { fanKw: '1' },
  }
  await manager.catalogue.keepLayout({ maker: ' Cotes ', layout: { columns: [], values: {} } })
  await manager.catalogue.keepLayout({ maker: 'Cotes', layout })
  expect(await manager.catalogue.layouts()).toEqual([{ maker: 'Cotes', layout }])
  await expect(manager.catalogue.keepLayout({ maker: ' ', layout })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect((await callerAs(null)).catalogue.layouts()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
