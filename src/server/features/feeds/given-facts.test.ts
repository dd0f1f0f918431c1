import { describe, expect, test } from 'vitest'
import { noFacts } from '#shared/device-facts.ts'
import { AppError } from '#shared/errors.ts'
import { buildCaller, buildCallerAs, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { factsIn, feedTown, fileOf, lineOf } from '#tests/support/feeds.ts'
import { readFeed, summarizeFeed } from '#tests/support/read-feed.ts'
import { feedTables, undoIn } from '#tests/support/undo.ts'

const database = useDatabase()

describe('Facts of a machine in a feed', () => {
  test('Read facts by column name in either language, in the forms that people write', async () => {
    const header = '序列号,厂房,机架,层位,IP,MAC,固件,功率 (W),温度(℃),风扇转速,备注,标签'
    const first =
      'A1,一号厂房,R-12,3,10.0.3.17,00-1a-2b-3c-4d-5e,v2.1,"3,250",61.5 ℃,5400 rpm,"换过风扇\r\n""两次""","vip，待检；vip"'
    const { lines, ignoredColumns } = await readFeed(
      `${header}\r\n${first}\r\nA2,-,,,::1,001A.2B3C.4D5E,,3250W,"61,5",,,-\r\nA3,,,,,,,,,,,\r\n`,
    )
    expect(ignoredColumns).toEqual([])
    expect(lines.map(({ facts }) => facts)).toEqual([
      {
        hall: '一号厂房',
        rack: 'R-12',
        shelf: '3',
        ip: '10.0.3.17',
        mac: '00:1A:2B:3C:4D:5E',
        firmware: 'v2.1',
        powerW: 3_250,
        temperatureC: 61.5,
        fanRpm: 5_400,
        note: '换过风扇\r\n"两次"',
        tags: ['vip', '待检'],
      },
      { hall: null, ip: '::1', mac: '00:1A:2B:3C:4D:5E', powerW: 3_250, temperatureC: 61.5, tags: null },
      undefined,
    ])
    const rows = await readFeed(JSON.stringify([{ serial: 'A1', tags: ['a', 'b'], powerW: 12, note: 'x' }]))
    expect(rows.lines[0]?.facts).toEqual({ tags: ['a', 'b'], powerW: 12, note: 'x' })
  })

  test('Refuse a line with an invalid fact, with its reason', async () => {
    const wrong: [string, string, string][] = [
      ['ip', '10.0.3.999', 'ipInvalid'],
      ['mac', '00:1A', 'macInvalid'],
      ['powerW', '3 kW', 'powerInvalid'],
      ['powerW', '20001', 'powerInvalid'],
      ['temperatureC', '-61', 'temperatureInvalid'],
      ['fanRpm', 'fast', 'fanInvalid'],
      ['hall', 'x'.repeat(65), 'factTooLong'],
      ['note', 'x'.repeat(501), 'factTooLong'],
      ['tags', Array.from({ length: 21 }, (_, index) => `t${index}`).join(';'), 'tagsInvalid'],
      ['tags', 'x'.repeat(33), 'tagsInvalid'],
      ['rack', 'a\u0007', 'lineBroken'],
    ]
    for (const [column, value, reason] of wrong)
      expect((await summarizeFeed(`serial,${column}\nA1,${value}\n`)).bad, `${column} ${value}`).toEqual([
        `2 ${reason}`,
      ])
  })
})

test('Write facts of a line as a change without changing states, and restore them in an undo', async () => {
  const { db } = database
  const town = await feedTown(database)
  town.setClock(new Date('2026-11-20T02:00:00Z'))
  await town.apply({
    devices: ['A1', 'A2', 'A3'].map((serial) => lineOf(serial, { type: 'T30', site: town.site.name })),
    confirm: ['new-machines'],
  })
  expect(await factsIn(db, town)).toEqual({ A1: null, A2: null, A3: null })
  const untold = await feedTables(db, town.tenant.id)

  // A list without telemetry.
  town.pass()
  const list = await town.apply(
    fileOf('serial,type,hall,powerW,tags\nA1,,一号,3250.5,"b,a"\nA2,,二号,,\nA3,,,,\nN1,T20,三号,,\n'),
  )
  expect(list).toMatchObject({
    created: 1,
    updated: 2,
    unchanged: 1,
    telemetry: false,
    transitions: [{ from: null, to: 'offline', count: 1 }],
  })
  const told = {
    A1: { ...noFacts, hall: '一号', powerW: 3_250.5, tags: ['b', 'a'] },
    A2: { ...noFacts, hall: '二号' },
    A3: null,
    N1: { ...noFacts, hall: '三号' },
  }
  expect(await factsIn(db, town)).toEqual(told)
  const before = await feedTables(db, town.tenant.id)

  // With telemetry: only a different value is a change, and an older report changes nothing today.
  town.pass()
  const same = { hall: '一号', powerW: 3_250.5, tags: 'b,a' }
  const rehearsed = await town.apply({ devices: [{ serial: 'A1', ...same }], dryRun: true })
  expect(rehearsed).toMatchObject({ updated: 0, unchanged: 1 })
  const devices = [
    lineOf('A1', { ...same, tags: '-', temperatureC: 60 }),
    lineOf('A2', { hall: '九号', reportedAt: '2026-11-20T01:00:00Z' }),
    lineOf('A3', { note: 'x' }),
  ]
  await town.apply({ devices, confirm: ['offline'] })
  expect(await factsIn(db, town)).toEqual({
    ...told,
    A1: { ...told.A1, tags: null, temperatureC: 60 },
    A3: { ...noFacts, note: 'x' },
  })

  town.pass()
  expect(await undoIn(db, town)).toMatchObject({ kept: 0 })
  expect(await feedTables(db, town.tenant.id)).toEqual(before)
  town.pass()
  expect(await undoIn(db, town)).toMatchObject({ undone: 3, kept: 0, removed: 1 })
  expect(await feedTables(db, town.tenant.id)).toEqual(untold)
  expect(await db.selectFrom('import_before_facts').selectAll().execute()).toEqual([])
})

test('Keep facts that a newer batch changed until that batch is undone', async () => {
  const { db } = database
  const town = await feedTown(database)
  town.setClock(new Date('2026-11-20T02:00:00Z'))
  await town.apply({
    devices: ['A1', 'A2'].map((serial) => lineOf(serial, { type: 'T30' })),
    confirm: ['new-machines'],
  })
  town.pass()
  const first = await town.apply(fileOf('serial,hall\nA1,一号\nA2,一号\n'))
  town.pass()
  await town.apply(fileOf('serial,rack\nA1,R1\n'))
  town.pass()
  const part = await undoIn(db, town, first.batchId ?? 0)
  expect(part).toMatchObject({ undone: 1, kept: 1, reasons: [{ why: 'laterBatch' }] })
  town.pass()
  await undoIn(db, town)
  town.pass()
  expect(await undoIn(db, town, first.batchId ?? 0)).toMatchObject({ undone: 1, kept: 0 })
  expect(await db.selectFrom('device_facts').selectAll().execute()).toEqual([])
})

test('Do not change facts by a late feed, or by one without facts', async () => {
  const { db } = database
  const town = await feedTown(database)
  town.setClock(new Date('2026-11-20T02:00:00Z'))
  await town.apply({ devices: [lineOf('A1', { type: 'T30', hall: '一号' })], confirm: ['new-machines'] })
  town.setClock(new Date('2026-11-21T02:00:00Z'))
  await town.apply({ devices: [lineOf('A1', { hall: '二号' })], businessDate: '2026-11-20', confirm: ['offline'] })
  await town.apply({ devices: [lineOf('A1')] }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
  expect(await db.selectFrom('device_facts').select('hall').execute()).toEqual([{ hall: '一号' }])
})

test('Export facts as optional columns, and read them back unchanged', async () => {
  const { db } = database
  const town = await feedTown(database)
  await town.apply({
    devices: [
      lineOf('A1', { type: 'T30', mac: '001A2B3C4D5E', powerW: 3_250, tags: 'a,b', note: '=1+1' }),
      lineOf('A2', { type: 'T30' }),
    ],
    confirm: ['new-machines'],
  })
  const viewer = await buildViewer(db, { company_id: town.tenant.id, nick_name: '基地负责人' })
  const fileIn = async (columns: readonly ('serial' | 'mac' | 'powerW' | 'tags' | 'note')[]) => {
    let text = ''
    for await (const part of await buildCaller(db, { viewer, now: town.now() }).devices.export({
      format: 'csv',
      language: 'zh',
      columns: [...columns],
    }))
      if ('text' in part) text += part.text
    return text
  }
  const text = await fileIn(['serial', 'mac', 'powerW', 'tags', 'note'])
  expect(text.split('\r\n').map((line) => line.replace('\uFEFF', ''))).toEqual([
    '序列号,MAC,功率 (W),标签,备注',
    'A1,00:1A:2B:3C:4D:5E,3250,"a, b",\'=1+1',
    'A2,,,,',
    '',
  ])
  expect(await town.apply({ ...fileOf(text), dryRun: true })).toMatchObject({
    read: 2,
    unchanged: 2,
    refused: 0,
    ignoredColumns: [],
  })
})

test('Show notes and tags of a machine only to staff, and the other facts to its client', async () => {
  const { db } = database
  const town = await feedTown(database)
  const own = { client: town.client.name, type: 'T30', powerW: 3_250, note: 'pays late', tags: 'watch' }
  await town.apply({
    devices: [lineOf('A1', own), lineOf('A2', { client: town.client.name, type: 'T30', note: 'only this' })],
    confirm: ['new-machines'],
  })
  const as = async (nick_name: '客户' | '检验员') => {
    const who = { company_id: town.tenant.id, nick_name, client_id: nick_name === '客户' ? town.client.id : null }
    return buildCallerAs(db, who, { now: town.now() })
  }
  const [staff, client] = [await as('检验员'), await as('客户')]
  const factsFor = async (caller: typeof staff) =>
    (await caller.devices.find({ orderColumn: 'serial' })).data.map(({ facts }) => facts)
  expect(await factsFor(staff)).toEqual([
    { ...noFacts, powerW: 3_250, note: 'pays late', tags: ['watch'] },
    { ...noFacts, note: 'only this' },
  ])
  expect(await factsFor(client)).toEqual([{ ...noFacts, powerW: 3_250 }, null])
  const [first] = (await client.devices.find({ orderColumn: 'serial' })).data
  expect((await client.devices.get({ id: first?.id ?? 0 })).facts).toEqual({ ...noFacts, powerW: 3_250 })
  expect((await staff.devices.find({ tag: 'watch' })).totalCount).toBe(1)
  expect((await client.devices.find({ tag: 'watch' })).totalCount).toBe(0)
  const columns = ['serial', 'powerW', 'note', 'tags'] as const
  let text = ''
  for await (const part of await client.devices.export({ format: 'csv', language: 'en', columns: [...columns] }))
    if ('text' in part) text += part.text
  expect(text.replace('\uFEFF', '')).toBe('Serial,Power (W)\r\nA1,3250\r\nA2,\r\n')
  await expect(client.devices.export({ format: 'csv', columns: ['note'] })).rejects.toThrow()
})
