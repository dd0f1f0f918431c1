import { expect } from 'vitest'
import { deviceStates } from '#shared/devices.ts'
import { buildDevice } from '#tests/support/factories.ts'
import type { List, Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const report = 'POST /api/report/save'
const status = 'POST /api/report/setStatus/{id}?status={status}'

const built = new WeakMap<World, ReturnType<typeof buildWork>>()
/** Return the same data for every case, because all only read. */
function working(world: World) {
  const there = built.get(world) ?? buildWork(world)
  built.set(world, there)
  return there
}

/**
 * Create a base with two stations and two machines, one reviewed by an inspector at a station, two finished reports and
 * an open one, and two traces, one of them out of limits.
 */
async function buildWork(world: World) {
  const { company, site, manager, accountId } = await world.newBase()
  const companyId = company.id
  const station = await world.ask('POST /api/groups/save', {}, { name: '一号工位', companyId })
  await world.ask('POST /api/groups/save', {}, { name: '二号工位', companyId })
  const { user, token: as } = await world.person({ nick_name: '检验员', company_id: companyId, group_id: station.id })
  const owned = { company_id: companyId, account_id: accountId }
  const [device] = [
    await buildDevice(world.db, { ...owned, site_id: site.id }),
    await buildDevice(world.db, { ...owned, site_id: null, state: 'offline' }),
  ]
  await world.ask('POST /api/device/addChecks/{id}', { id: device.id }, [{ id: user.id, name: user.name }], as)
  await world.ask('POST /api/measure/saveOut', {}, { checkMethod: '水压试验', cashAmount: '120.10', companyId })
  for (const [tankerNumber, checkMethod, done] of [
    ['苏A-1', '水压试验', true],
    ['苏A-2', '水压试验', true],
    ['苏A-3', '外观检查', false],
  ] as const) {
    const { id } = await world.ask(
      report,
      {},
      { tankerNumber, tankerType: '承压车', checkMethod, result: '合格', stationId: station.id },
      as,
    )
    if (done) for (const step of [1, 2]) await world.ask(status, { id, status: step }, {}, as)
  }
  const testee = await world.ask('POST /api/testee/save', {}, { name: '张三' }, as)
  const high = await world.ask(
    'POST /api/trace/save',
    {},
    { testeeId: testee.id, systolic: 150, diastolic: 80, bmi: 22 },
    as,
  )
  await world.ask('POST /api/trace/save', {}, { testeeId: testee.id, systolic: 120, diastolic: 80 }, as)
  return { companyId, company, site, station, high, as: manager.token }
}

export const kpiCases: Cases = {
  C070: async (world) => {
    const { companyId, station, as } = await working(world)
    const told = await world.ask('POST /api/data/byTopGroups/{a}/{b}', { a: companyId, b: 5 }, {}, as)
    expect(told).toMatchObject({
      provinces: ['一号工位', '二号工位'],
      counts: [1, 0],
      groups: [{ id: station.id, users: 1, devices: 1, reports: 3 }, {}],
    })
    expect((await world.ask('POST /api/data/byTopGroups/{a}/{b}', { a: companyId, b: 1 }, {}, as)).counts).toEqual([1])
  },
  C071: async (world) => {
    const { companyId, as } = await working(world)
    const told = await world.ask('POST /api/data/byMeasures/{companyId}/{n}', { companyId, n: 7 }, {}, as)
    expect(told).toMatchObject({ start: '2026-11-14', end: '2026-11-20', count: 2, total: 240.2 })
    expect(told.methods).toEqual([
      { checkMethod: '水压试验', count: 2, cashAmount: 120.1, differs: false, total: 240.2 },
    ])
  },
  C072: async (world) => {
    const { companyId, as } = await working(world)
    const told = await world.ask<{ xAxisData: string[]; data: number[]; measured: number[] }>(
      'POST /api/data/dataByMeasuresException/{a}/{b}',
      { a: companyId, b: 3 },
      {},
      as,
    )
    expect(told).toMatchObject({
      xAxisData: ['2026-11-18', '2026-11-19', '2026-11-20'],
      data: [0, 0, 1],
      measured: [0, 0, 2],
    })
  },
  C073: async (world) => {
    const { companyId, company, as } = await working(world)
    const basic = await world.ask<Record<string, unknown>>('POST /api/data/basic/{x}', { x: companyId }, {}, as)
    const rows = async (path: string) =>
      (await world.list(`POST /api/${path}/`, { companyId, page: 1, size: 1 }, as)).totalCount
    expect(basic).toEqual({
      companyId,
      company: company.name,
      devices: await rows('device/find'),
      sites: await rows('site/find'),
      clients: await rows('client/find'),
      accounts: await rows('account/find'),
      users: await rows('users/find'),
      stations: await rows('groups/find'),
      reports: await rows('report/find'),
      certificates: 2,
      traces: await rows('trace/find'),
    })
    expect([basic.devices, basic.users, basic.reports, basic.traces]).toEqual([2, 2, 3, 2])
    expect(
      (await world.refused('POST /api/data/basic/{x}', { x: companyId }, {}, world.fleet.baseManager.token)).code,
    ).toBe(404)
  },
  C074: async (world) => {
    const { companyId, high, as } = await working(world)
    const told = await world.ask<List>(
      'POST /api/data/dialogByMeasuresException/{x}',
      { x: companyId },
      { days: 7 },
      as,
    )
    expect(told).toMatchObject({
      totalCount: 1,
      data: [{ id: high.id, systolic: 150, name: '张三', exceptions: ['bloodPressure'] }],
    })
    const other = await world.ask<List>(
      'POST /api/data/dialogByMeasuresException/{x}',
      { x: companyId },
      { days: 7, kind: 'bmi' },
      as,
    )
    expect(other.totalCount).toBe(0)
  },
  C075: async (world) => {
    const { companyId, site, as } = await working(world)
    const told = await world.ask<(Row & { total: number })[]>(
      'POST /api/data/byCompany/{id}',
      { id: companyId },
      {},
      as,
    )
    expect(told.map(({ id, total, normal, offline }) => [id, total, normal, offline])).toEqual([
      [companyId, 2, 1, 1],
      [site.id, 1, 1, 0],
    ])
    for (const row of told) expect(deviceStates.reduce((sum, state) => sum + Number(row[state]), 0)).toBe(row.total)
  },
  C076: async (world) => {
    const { companyId, as } = await working(world)
    const told = await world.ask('POST /api/data/certificate/byCompany/{id}', { id: companyId }, { months: 2 }, as)
    expect(told).toEqual({ xAxisData: ['2026-10', '2026-11'], data: [0, 2], total: 2 })
  },
}
