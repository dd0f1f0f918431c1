import { expect, test } from 'vitest'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice } from '#tests/support/factories.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const serials = Array.from({ length: 30 }, (_, index) => `T30A${String(index).padStart(5, '0')}`)

test('Count and name unusual new serials beforehand, and store learnt patterns only by a feed', async () => {
  const { db } = database
  const town = await feedTown(database)
  for (const serial of serials) await buildDevice(db, { serial, company_id: town.tenant.id, site_id: town.site.id })
  const devices = ['T30A00099', 'T3OA00100', '矿机一号', serials[0] ?? ''].map((serial) =>
    lineOf(serial, { type: 'T30' }),
  )
  const odd = { count: 2, examples: ['T3OA00100', '矿机一号'], patterns: ['T30A#####'] }
  const kept = () => db.selectFrom('setting').select('key').where('key', 'like', 'serialPatterns.%').execute()
  expect((await town.apply({ devices, dryRun: true })).oddSerials).toEqual(odd)
  expect(await kept()).toEqual([])
  const applied = await town.apply({ devices, confirm: ['new-machines', 'offline', 'day'] })
  expect(applied).toMatchObject({ created: 3, oddSerials: odd })
  expect(await kept()).toEqual([{ key: `serialPatterns.${town.tenant.id}` }])
  // Known machines are not checked.
  expect((await town.apply({ devices, dryRun: true })).oddSerials).toBeUndefined()
})

test('Let a manager set the patterns of their own base, or have them learnt again', async () => {
  const { db } = database
  const town = await feedTown(database)
  const other = await buildCompany(db)
  for (const serial of serials) await buildDevice(db, { serial, company_id: town.tenant.id, site_id: town.site.id })
  const viewer = await buildViewer(db, { company_id: town.tenant.id, nick_name: '基地负责人' })
  const caller = buildCaller(db, { viewer, now: town.now() })
  expect(await caller.devices.serialPatterns({})).toEqual({
    companyId: town.tenant.id,
    patterns: ['T30A#####'],
    from: 'fleet',
    at: null,
    rowVersion: 0,
  })
  const first = await caller.devices.saveSerialPatterns({ rowVersion: 0, patterns: ['S19-####', 'T30A#####'] })
  expect(await caller.devices.serialPatterns({})).toEqual(first)
  await expect(caller.devices.saveSerialPatterns({ rowVersion: 0, patterns: [] })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  // Of two managers who opened the same patterns, the second one does not overwrite those of the first.
  const second = await caller.devices.saveSerialPatterns({ rowVersion: first.rowVersion, patterns: ['S21-####'] })
  await expect(
    caller.devices.saveSerialPatterns({ rowVersion: first.rowVersion, patterns: ['S23-####'] }),
  ).rejects.toEqual(refusal('EDITED_BY_OTHERS'))
  expect(await caller.devices.serialPatterns({})).toMatchObject({ patterns: ['S21-####'], from: 'person' })
  await caller.devices.saveSerialPatterns({ rowVersion: second.rowVersion, patterns: first.patterns })
  expect(
    (await town.apply({ devices: [lineOf('S19-0001', { type: 'T30' })], dryRun: true })).oddSerials,
  ).toBeUndefined()
  expect(await caller.devices.saveSerialPatterns({ patterns: null })).toMatchObject({
    patterns: ['T30A#####'],
    from: 'fleet',
  })
  await expect(caller.devices.saveSerialPatterns({ companyId: other.id, patterns: [] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(caller.devices.saveSerialPatterns({ patterns: ['a b'] })).rejects.toThrow()
})
