import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modelsOf } from '#server/features/catalogue/queries.ts'
import { appRouter } from '#server/router.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import type { CityRow } from '#shared/cities.ts'
import { goods } from '#shared/selection/goods.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'

const database = useDatabase()

const viewerAs = (role: Viewer['role']): Viewer => ({
  actor: 'user',
  userId: null,
  userName: role,
  name: role,
  role,
  companyId: 1,
  companyKind: 'headquarters',
  tenantId: 1,
  clientId: null,
  accountId: null,
  sessionId: 1,
})
const as = (role: Viewer['role']) =>
  createCallerFactory(appRouter)(buildContext(database.db, { viewer: viewerAs(role) }))
const rows = (...lines: Partial<CityRow>[]) => lines.map((row, index) => ({ line: index + 2, ...row }))

test('Provide 294 cities from the beginning, with the station and the notes of the source', async () => {
  const names = await as('none').cities.names()
  expect(names).toHaveLength(294)
  expect(names).toEqual(expect.arrayContaining(['北京', '哈尔滨', '开封', '广州']))
  expect(await as('none').cities.find({ cityName: '广州' })).toMatchObject({
    altitude: 41.7,
    avgTempSummer: 30.7,
    avgTempWinter: 13.6,
    maxHumidity: 21.3,
    ventTempSummer: 31.8,
  })
  expect(await as('none').cities.find({ cityName: '开封' })).toMatchObject({ avgTempWinter: 0 })
  expect((await as('none').cities.find({ cityName: '泸州' }))?.source).toContain('RH pair swapped')
  expect(await as('none').cities.find({ cityName: '亚特兰蒂斯' })).toBeNull()
})

test('Store the same goods, provinces and catalogue as the calculation uses', async () => {
  const stored = await database.db.selectFrom('goods').selectAll().orderBy('position').execute()
  expect(
    stored.map(({ key, zh, en, temp_min: tempMin, temp_max: tempMax, rh_min: rhMin, rh_max: rhMax, source }) => ({
      key,
      zh,
      en,
      tempMin,
      tempMax,
      rhMin,
      rhMax,
      source,
    })),
  ).toEqual(goods)
  expect(await database.db.selectFrom('province').select('zh_short').execute()).toHaveLength(34)
  expect(await modelsOf(database.db, 1)).toEqual(referenceCatalogue.models)
  expect(await database.db.selectFrom('catalogue_version').selectAll().execute()).toMatchObject([
    { id: 1, source: referenceCatalogue.source },
  ])
})

test('Add cities from a file and replace those of the same name; change nothing the second time', async () => {
  const file = rows(
    { name: ' 新城 ', province: '某省', altitude: '１２，５', avgTempWinter: '0' },
    { name: '广州', maxHumidity: '22' },
  )
  const { db } = database
  const before = await as('none').cities.find({ cityName: '广州' })
  try {
    expect(await as('manager').cities.import({ rows: file, dryRun: true })).toMatchObject({
      created: 1,
      updated: 1,
      applied: false,
    })
    expect(await as('none').cities.find({ cityName: '新城' })).toBeNull()
    expect(await as('manager').cities.import({ rows: file })).toMatchObject({
      read: 2,
      created: 1,
      updated: 1,
      unchanged: 0,
      refused: 0,
      applied: true,
      errors: [],
    })
    expect(await as('none').cities.find({ cityName: '新城' })).toMatchObject({
      province: '某省',
      altitude: 12.5,
      avgTempWinter: 0,
      maxHumidity: null,
    })
    // Columns that the file does not have stay as they were.
    expect(await as('none').cities.find({ cityName: '广州' })).toEqual({ ...before, maxHumidity: 22 })
    expect(await as('manager').cities.import({ rows: file })).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  } finally {
    await db.deleteFrom('city').where('name', '=', '新城').execute()
    await db.updateTable('city').set({ max_humidity: 21.3 }).where('name', '=', '广州').execute()
  }
})

test('Name each wrong line, and change nothing when there is one', async () => {
  const answer = await as('manager').cities.import({
    rows: rows(
      { name: '新城', altitude: '10' },
      { name: '' },
      { name: '新城' },
      { name: '甲', altitude: 'high' },
      { name: '乙', avgHumiSummer: '680' },
    ),
  })
  expect(answer).toMatchObject({ read: 5, created: 1, refused: 4, applied: false })
  expect(answer.errors).toEqual([
    { line: 3, name: '', reason: '城市名称不能为空，且不超过 64 个字' },
    { line: 4, name: '新城', reason: '城市在文件中重复，首次在第 2 行' },
    { line: 5, name: '甲', reason: 'altitude 不是有效的数字：high' },
    { line: 6, name: '乙', reason: 'avgHumiSummer 应在 5 到 100 之间：680' },
  ])
  expect(await as('none').cities.find({ cityName: '新城' })).toBeNull()
})

test('Let only the management change cities', async () => {
  for (const role of ['none', 'baseManager', 'inspector', 'client'] as const)
    await expect(as(role).cities.import({ rows: rows({ name: '新城' }) })).rejects.toMatchObject({
      cause: { code: 'FORBIDDEN' },
    })
})

test('Accept the shipped file of cities in the import', async () => {
  const [head = '', ...lines] = readFileSync('migrations/data/cities.csv', 'utf8').trimEnd().split('\n')
  const columns = head.split(',')
  const file = lines.map((line, index) => ({
    line: index + 2,
    ...Object.fromEntries(line.split(',').map((cell, at) => [columns[at] ?? '', cell])),
  }))
  expect(await as('manager').cities.import({ rows: file, dryRun: true })).toMatchObject({
    read: 294,
    unchanged: 294,
    refused: 0,
  })
})
