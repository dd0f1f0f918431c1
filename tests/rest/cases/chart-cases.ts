import { expect } from 'vitest'
import { deviceStates } from '#shared/devices.ts'
import { linesOf } from './ask.ts'
import { type Bars, type Line, ofFleet, range, rate, type Series, type Slices } from './chart-answers.ts'
import { days } from './fleet.ts'
import type { Cases } from './world.ts'

const counted = { total: 5, normal: 2, low: 1, warn: 0, offline: 1, repairing: 1, repaired: 0, lost: 0, scrap: 0 }
const suzhou = { total: 3, normal: 2, low: 0, warn: 0, offline: 1, repairing: 0, repaired: 0, lost: 0, scrap: 0 }
const sorted = (slices: Slices) => slices.map(({ name, value }) => [name, value]).sort()
const pairs = ({ provinces, counts }: Bars) => provinces.map((name, index) => [name, counts[index]])

export const chartCases: Cases = {
  C048: async (world) => {
    const last = 'GET /api/deviceDaily/getLastDate'
    expect(await world.ask(last, {}, {}, world.fleet.baseManager.token)).toBe('2026-11-20')
    expect(await world.ask(last, {}, {}, (await world.newBase()).manager.token)).toBeNull()
  },
  C049: async (world) => {
    const { suzhou: site, clients, accounts } = world.fleet
    const read = (body: object, as?: string) => world.ask('POST /api/data/getBasicDataByState/state', {}, body, as)
    expect(await read(ofFleet(world))).toEqual(counted)
    expect(
      await read({ clientId: '', accountId: null, siteId: '', pieType: 'state' }, world.fleet.baseManager.token),
    ).toEqual(counted)
    expect(await read({ siteId: site.id })).toEqual(suzhou)
    expect(await read({ clientId: clients[0]?.id })).toMatchObject({ total: 2, normal: 1, offline: 1 })
    expect(await read({ accountId: accounts[1]?.id })).toMatchObject({ total: 3, low: 1, repairing: 1 })
    for (const state of deviceStates)
      expect((await world.list('POST /api/device/find/', ofFleet(world, { state }))).totalCount, state).toBe(
        counted[state],
      )
  },
  C050: async (world) => {
    const stack = 'POST /api/data/getStackBarByState'
    const { xAxisData, series } = await world.ask<Series>(stack, {}, ofFleet(world, range))
    expect(xAxisData).toEqual(days)
    expect(series.map(({ name, data }) => [name, data])).toEqual(
      expect.arrayContaining([
        ['normal', [3, 3, 2]],
        ['low', [1, 1, 1]],
        ['offline', [0, 0, 1]],
        ['repairing', [1, 1, 1]],
      ]),
    )
    const ofClient = await world.ask<Series>(stack, {}, { ...range, clientId: world.fleet.clients[0]?.id })
    expect(ofClient.series.find(({ name }) => name === 'offline')?.data).toEqual([0, 0, 1])
    const months = await world.ask<Series>(stack, {}, ofFleet(world, { ...range, reservePeriod: 'month' }))
    expect(months.xAxisData).toEqual(['2026-11'])
  },
  C051: (world) => rate(world, 'POST /api/data/lineOnlineRateByDeviceDaily', 'online', [100, 100, 75]),
  C052: (world) => rate(world, 'POST /api/data/lineOfflineRateByDeviceDaily', 'offline', [0, 0, 25]),
  C053: (world) => rate(world, 'POST /api/data/lineHashRateByDeviceDaily', 'compliance', [75, 75, 50]),
  C054: async (world) => {
    const pie = 'POST /api/data/getPieDataByIndicator/{indicator}'
    const read = async (indicator: string, more = {}) =>
      sorted(await world.ask<Slices>(pie, { indicator }, ofFleet(world, { pieType: '', ...more })))
    expect((await read('state')).filter(([, value]) => value !== 0)).toEqual([
      ['low', 1],
      ['normal', 2],
      ['offline', 1],
      ['repairing', 1],
    ])
    expect(await read('type')).toEqual([
      ['T20', 1],
      ['T30', 4],
    ])
    expect((await read('repairTimes', { siteId: world.fleet.suzhou.id })).filter(([, value]) => value !== 0)).toEqual([
      ['0', 2],
      ['2', 1],
    ])
    expect((await world.refused(pie, { indicator: 'serial' })).code).toBe(400)
  },
  C055: async (world) => {
    const told = await world.ask<Slices>('POST /api/data/getPieDataByClientDevice', {}, ofFleet(world))
    expect(sorted(told)).toEqual([
      ['乙', 3],
      ['甲', 2],
    ])
  },
  C056: async (world) => {
    const told = await world.ask<Slices>('POST /api/data/getPieDataBySiteDevice', {}, ofFleet(world))
    expect(sorted(told)).toEqual([
      ['杭州站', 2],
      ['苏州站', 3],
    ])
  },
  C057: async (world) => {
    const read = async (body = {}) =>
      sorted(await world.ask<Slices>('POST /api/data/getPieStateByDeviceDaily', {}, ofFleet(world, body))).filter(
        ([, value]) => value !== 0,
      )
    const last = [
      ['low', 1],
      ['normal', 2],
      ['offline', 1],
      ['repairing', 1],
    ]
    expect(await read()).toEqual(last)
    expect(await read({ businessDateQuery: [days[2], days[2]] })).toEqual(last)
  },
  C058: async (world) => {
    const draw = 'POST /api/data/lineByDeviceDaily/{x}'
    const read = async (x: string) => (await world.ask<Line>(draw, { x }, ofFleet(world, range))).data
    expect(await Promise.all(['online_rate', 'offline_rate', 'hash_rate', 'offline', 'normal'].map(read))).toEqual([
      [100, 100, 75],
      [0, 0, 25],
      [75, 75, 50],
      [0, 0, 1],
      [3, 3, 2],
    ])
    expect((await world.refused(draw, { x: 'scrapped' })).code).toBe(400)
  },
  C059: async (world) => {
    const bar = 'POST /api/data/getDeviceBarBy/{x}'
    for (const [x, expected] of [
      ['province', { 江苏: 3, 浙江: 2 }],
      ['site', { 苏州站: 3, 杭州站: 2 }],
      ['client', { 甲: 2, 乙: 3 }],
      ['account', { '甲-1': 2, '乙-1': 3 }],
      ['type', { T30: 4, T20: 1 }],
    ] as const)
      expect(Object.fromEntries(pairs(await world.ask<Bars>(bar, { x }, ofFleet(world)))), x).toEqual(expected)
    const { counts } = await world.ask<Bars>(bar, { x: 'state' }, ofFleet(world))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
    expect((await world.refused(bar, { x: 'serial' })).code).toBe(400)
  },
  C060: async (world) => {
    const rank = 'POST /api/data/orderClientBy/{x}'
    expect(pairs(await world.ask<Bars>(rank, { x: 'total_device_count' }, ofFleet(world)))).toEqual([
      ['乙', 3],
      ['甲', 2],
    ])
    expect(pairs(await world.ask<Bars>(rank, { x: 'online_rate' }, ofFleet(world)))).toEqual([
      ['乙', 100],
      ['甲', 50],
    ])
    expect((await world.refused(rank, { x: 'total_device_count' }, {}, world.fleet.client.token)).code).toBe(403)
  },
  C061: async (world) => {
    const rank = 'POST /api/data/orderSiteBy/{x}'
    for (const [x, expected] of [
      ['online_rate', [100, 66.66]],
      ['offline_device_count', [1, 0]],
      ['repaired_device_count', [0, 0]],
    ] as const) {
      const told = await world.ask<Bars>(rank, { x }, ofFleet(world))
      expect([told.counts, [...told.provinces].sort()], x).toEqual([expected, ['江苏', '浙江'].sort()])
    }
    expect((await world.refused(rank, { x: 'serial; drop table device' })).code).toBe(400)
  },
  C064: async (world) => {
    const read = async (type: string) =>
      Object.fromEntries(pairs(await world.ask<Bars>('POST /api/data/byMachineType', {}, ofFleet(world, { type }))))
    expect([await read('T30'), await read('T20'), await read('')]).toEqual([
      { 江苏: 2, 浙江: 2 },
      { 江苏: 1 },
      { 江苏: 3, 浙江: 2 },
    ])
  },
  C065: async (world) => {
    const told = await world.ask<Bars>('POST /api/data/byProvince', {}, ofFleet(world))
    expect(Object.fromEntries(pairs(told))).toEqual({ 江苏: 3, 浙江: 2 })
  },
  C066: async (world) => {
    const told = await world.ask<{ province: string }[]>('POST /api/data/counts/byProvince', {}, ofFleet(world))
    expect(told.find(({ province }) => province === '江苏')).toEqual({ province: '江苏', ...suzhou })
    expect(told.find(({ province }) => province === '浙江')).toMatchObject({
      total: 2,
      low: 1,
      repairing: 1,
      normal: 0,
    })
  },
  C067: async (world) => {
    const id = world.fleet.devices[1]?.id ?? 0
    const history = 'POST /api/data/byMachine/{id}'
    const told = await world.ask<Series>(history, { id }, range)
    expect(told.xAxisData).toEqual(days)
    expect(Object.fromEntries(told.series.map(({ name, data }) => [name, data]))).toEqual({
      state: ['normal', 'normal', 'offline'],
      hashRate: [30, 30, null],
      hashTarget: [30, 30, 30],
    })
    expect((await world.refused(history, { id }, range, (await world.newBase()).manager.token)).code).toBe(404)
  },
  C068: async (world) => {
    const told = await world.ask<Series>(
      'POST /api/data/byMachineDay/{id}',
      { id: world.fleet.devices[1]?.id ?? 0 },
      range,
    )
    expect(told.series).toEqual([
      { name: 'onlineRate', data: [100, 100, 0] },
      { name: 'hashRate', data: [30, 30, null] },
    ])
  },
  C069: async (world) => {
    const { company, inspector } = world.fleet
    const reviewed = 'POST /api/data/allMyMachines/{a}/{b}'
    const none = Object.fromEntries(Object.keys(counted).map((state) => [state, 0]))
    const own = await world.ask(reviewed, { a: company.id, b: inspector.user.id }, {}, inspector.token)
    expect(own).toEqual({ ...none, total: 2, normal: 1, low: 1 })
    expect(await world.ask(reviewed, { a: company.id, b: world.manager.user.id })).toEqual(none)
  },
  C077: async (world) => {
    const address = 'POST /api/data/export/{type}/{companyId}'
    const { company } = world.fleet
    // At most six exports a minute for one user.
    const [first, second] = [await world.person(), await world.person()]
    for (const [type, rows, cell] of [
      ['machineType', 2, '江苏,2,1,3'],
      ['province', 2, '江苏'],
      ['site', 3, '苏州站'],
      ['client', 2, '甲'],
      ['repair', 0, ''],
      ['device', 5, 'T30A770001'],
    ] as const) {
      const file = await world.file(
        address,
        { type, companyId: company.id },
        {},
        type === 'device' ? second.token : first.token,
      )
      expect([file.name, file.type], type).toEqual(['数据列表.csv', 'text/csv; charset=utf-8'])
      const [, ...lines] = linesOf(file)
      expect(lines, type).toHaveLength(rows)
      if (cell)
        expect(
          lines.some((line) => line.includes(cell)),
          type,
        ).toBe(true)
    }
    expect((await world.refused(address, { type: 'users', companyId: company.id }, {}, second.token)).code).toBe(400)
  },
}
