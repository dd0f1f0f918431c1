import { expect } from 'vitest'
import { testNow } from '#tests/support/context.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { formOf, type List, linesOf, type Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const get = 'GET /api/device/getById/{id}'
const find = 'POST /api/device/find/'
const counts = 'POST /api/data/getBasicDataByState/state'
const yesterday = new Date(testNow.getTime() - 86_400_000)
const serials = ({ data }: List) => data.map(({ serial }) => serial)

/** Check filters, order and pages of the machine list, and the spellings of "no filter". */
async function finds(world: World, address: string): Promise<void> {
  const { company, suzhou, clients, accounts, devices } = world.fleet
  const companyId = company.id
  const ordered = devices.map(({ serial }) => serial).sort()
  const open = {
    page: 1,
    size: 20,
    total: 0,
    name: '',
    clientId: null,
    accountId: '',
    siteId: null,
    type: '',
    state: '',
    repairTimes: null,
    serial: '',
  }
  const all = await world.list(address, { ...open, companyId, orderColumn: 'serial', orderWay: 'asc' })
  expect([all.totalCount, serials(all)]).toEqual([5, ordered])
  const word = 'unlimited'
  const unlimited = {
    clientId: word,
    accountId: word,
    siteId: word,
    type: word,
    state: word,
    repairTimes: word,
    activeWorkerState: word,
  }
  expect((await world.list(address, { companyId, ...unlimited })).totalCount).toBe(5)
  const second = await world.list(address, { companyId, page: 2, size: 2, orderColumn: 'serial', orderWay: 'desc' })
  expect([second.totalCount, serials(second)]).toEqual([5, [ordered[2], ordered[1]]])
  for (const [filter, expected] of [
    [{ state: 'offline' }, ['T30A770002']],
    [{ type: 'T20' }, ['T20B770003']],
    [{ siteId: suzhou.id, state: 'normal', orderColumn: 'serial', orderWay: 'asc' }, ['T20B770003', 'T30A770001']],
    [{ clientId: String(clients[0]?.id), repairTimes: '2' }, ['T30A770002']],
    [
      { accountId: accounts[1]?.id, activeWorkerState: true, orderColumn: 'serial', orderWay: 'asc' },
      ['T20B770003', 'T30A770004'],
    ],
    [{ serial: '770005' }, ['T30A770005']],
  ] as const)
    expect(serials(await world.list(address, { companyId, ...filter })), JSON.stringify(filter)).toEqual(expected)
  expect((await world.list(address, {}, world.fleet.client.token)).totalCount).toBe(2)
  // A value that is not a number is refused, and not converted to one.
  for (const repairTimes of [[], true, 'x'])
    expect((await world.refused(address, {}, { companyId, repairTimes })).code, String(repairTimes)).toBe(400)
}

/** Create a machine of a new base, with its manager. */
async function machine(world: World) {
  const base = await world.newBase()
  const device = await buildDevice(world.db, {
    company_id: base.company.id,
    site_id: base.site.id,
    account_id: base.accountId,
    last_report_at: yesterday,
  })
  return { ...base, device, id: device.id, as: base.manager.token }
}

export const deviceCases: Cases = {
  C025: async (world) => {
    const [first] = world.fleet.devices
    await finds(world, find)
    const { data } = await world.list(find, { serial: first?.serial })
    expect(data).toMatchObject([
      { id: first?.id, type: 'T30', state: 'normal', site: '苏州站', client: '甲', account: '甲-1', hashRate: 30 },
    ])
  },
  C026: async (world) => {
    const { id, company, as } = await machine(world)
    const [one, two] = [
      await world.person({ nick_name: '检验员', company_id: company.id }),
      await world.person({ nick_name: '检验员', company_id: company.id }),
    ]
    const add = 'POST /api/device/addChecks/{id}'
    const people = (...users: (typeof one)[]) => users.map(({ user }) => ({ id: user.id, name: user.name }))
    expect((await world.ask(add, { id }, people(one), as)).checks).toEqual(people(one))
    await world.ask(add, { id }, people(two, one), as)
    expect((await world.ask(get, { id }, {}, as)).checks).toEqual(people(one, two))
    expect((await world.refused(add, { id }, people(world.fleet.inspector), as)).code).toBe(404)
  },
  C027: async (world) => {
    const [device] = world.fleet.devices
    const told = await world.ask(get, { id: device?.id ?? 0 })
    const { inspector } = world.fleet
    expect(told).toMatchObject({
      serial: 'T30A770001',
      state: 'normal',
      site: '苏州站',
      client: '甲',
      account: '甲-1',
      repairTimes: 0,
      activeWorker: 'worker-1',
    })
    expect([told.checks, told.neverReported]).toEqual([[{ id: inspector.user.id, name: '李检' }], false])
    expect(told).toMatchObject({ lastReportAt: expect.any(String), stateSince: expect.any(String) })
    expect(await world.refused(get, { id: 2_000_000_000 })).toMatchObject({ code: 404, message: '数据不存在' })
  },
  C028: async (world) => {
    const { id, device, as, company } = await machine(world)
    const scrap = 'POST /api/device/scrap/{id}'
    expect(await world.ask(counts, {}, { companyId: company.id }, as)).toMatchObject({ total: 1, normal: 1, scrap: 0 })
    await world.ask(scrap, { id }, {}, as)
    expect(await world.ask(get, { id }, {}, as)).toMatchObject({ serial: device.serial, state: 'scrap' })
    // Final: a second call changes nothing and says why.
    expect(await world.refused(scrap, { id }, {}, as)).toMatchObject({
      code: 409,
      message: '该设备已报废，不能再进行此操作',
    })
    expect(await world.ask(counts, {}, { companyId: company.id }, as)).toMatchObject({ normal: 0, scrap: 1 })
    expect((await world.refused(scrap, { id }, {}, world.fleet.baseManager.token)).code).toBe(404)
  },
  C029: async (world) => {
    const { company, devices } = world.fleet
    const { token } = await world.person({ nick_name: '基地负责人', company_id: company.id })
    const address = 'POST /api/device/export'
    const usual = await world.file(address, {}, { page: 1, size: 1020 }, token)
    expect([usual.name, usual.bytes.subarray(0, 4).toString('hex')]).toEqual(['设备列表.xls', 'd0cf11e0'])
    const csv = await world.file(address, {}, { format: 'csv', size: 1, orderColumn: 'serial', orderWay: 'asc' }, token)
    const [head, ...rows] = linesOf(csv)
    expect([csv.name, head?.split(',')[0], rows.map((row) => row.split(',')[0])]).toEqual([
      '设备列表.csv',
      expect.any(String),
      devices.map(({ serial }) => serial).sort(),
    ])
    expect(linesOf(await world.file(address, {}, { format: 'csv', state: 'offline' }, token))).toHaveLength(2)
  },
  C030: async (world) => {
    const { id, device, company, as } = await machine(world)
    const feed = { devices: [{ serial: device.serial, activeWorker: 'w-9', activeWorkerState: true, hashRate: 12.5 }] }
    const done = await world.ask('POST /api/device/updateDevice', {}, feed, as)
    expect(done).toMatchObject({
      read: 1,
      created: 0,
      updated: 1,
      refused: 0,
      date: '2026-11-20',
      businessDate: '2026-11-20',
      dryRun: false,
    })
    expect(await world.ask(get, { id }, {}, as)).toMatchObject({ state: 'low', activeWorker: 'w-9', hashRate: 12.5 })
    expect(await world.ask('GET /api/deviceDaily/getLastDate', {}, {}, as)).toBe('2026-11-20')
    expect(await world.ask(counts, {}, { companyId: company.id }, as)).toMatchObject({ total: 1, low: 1, normal: 0 })
    expect(
      (await world.ask('POST /api/device/updateDevice', {}, { devices: [{ serial: '' }] }, as)).errors,
    ).toMatchObject([{ reason: 'serialMissing' }])
    const strict = { strict: true, devices: [...feed.devices, { serial: device.serial, hashRate: -1 }] }
    const { data } = await world.refused('POST /api/device/updateDevice', {}, strict, as)
    expect(data).toMatchObject({
      read: 2,
      refused: 1,
      batchId: null,
      date: '2026-11-20',
      errors: [{ line: 2, serial: device.serial, reason: 'hashRateNegative' }],
    })
  },
  C031: async (world) => {
    const { token } = await world.person({ nick_name: '基地负责人', company_id: world.fleet.company.id })
    const usual = await world.file('POST /api/machine/export', {}, {}, token)
    expect([usual.name.endsWith('.xlsx'), usual.bytes.subarray(0, 2).toString()]).toEqual([true, 'PK'])
    const lines = linesOf(await world.file('POST /api/machine/export', {}, { format: 'csv', type: 'T20' }, token))
    expect(lines).toHaveLength(2)
    expect(lines[1]?.split(',')).toContain('T20B770003')
    const plain = linesOf(await world.file('POST /api/device/export', {}, { format: 'csv', type: 'T20' }, token))
    // The machine columns and the installed parts.
    expect(lines[0]?.split(',')).toHaveLength((plain[0]?.split(',').length ?? 0) + 1)
  },
  C036: (world) => finds(world, 'POST /api/machine/find/'),
  C144: async (world) => {
    const { company, site, as, device } = await machine(world)
    const address = 'POST /api/device/import'
    const text = `serial,type,site,activeWorkerState,hashRate\n${device.serial},T30,${site.name},yes,30\nT20Z990001,T20,${site.name},yes,20\n,T30,,yes,30\n`
    const rehearsed = await world.ask(address, {}, formOf('设备.csv', Buffer.from(text), { dryRun: 'true' }), as)
    expect(rehearsed).toMatchObject({
      read: 3,
      created: 1,
      refused: 1,
      dryRun: true,
      errors: [{ line: 4, reason: 'serialMissing' }],
    })
    expect((await world.list(find, { serial: 'T20Z990001' }, as)).totalCount).toBe(0)
    const done = await world.ask(address, {}, formOf('设备.csv', Buffer.from(text)), as)
    expect(done).toMatchObject({ created: 1, refused: 1, dryRun: false, date: '2026-11-20' })
    const { data } = await world.list(find, { serial: 'T20Z990001' }, as)
    expect(data).toMatchObject([
      { type: 'T20', state: 'normal', site: site.name, hashRate: 20 },
    ] satisfies Partial<Row>[])
    expect((await world.list(find, { companyId: company.id }, as)).totalCount).toBe(2)
    expect((await world.refused(address, {}, formOf('设备.csv', Buffer.from('')), as)).message).toBe(
      '文件中没有任何数据行',
    )
  },
}
