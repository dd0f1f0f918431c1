import { expect } from 'vitest'
import { buildDevice } from '#tests/support/factories.ts'
import type { Cases, World } from './world.ts'

const order = 'POST /api/machineMaterialOrder/save'
const record = 'POST /api/repairDaily/save'
const find = 'POST /api/repairDaily/find/'
type Chart = { xAxisData: string[]; series: { name: string; data: number[] }[] }

/** Create a normal machine of a new base, and return a reader of its state. */
async function machine(world: World) {
  const base = await world.newBase()
  const device = await buildDevice(world.db, {
    company_id: base.company.id,
    site_id: base.site.id,
    account_id: base.accountId,
  })
  const as = base.manager.token
  const state = async () => (await world.ask('GET /api/device/getById/{id}', { id: device.id }, {}, as)).state
  return { ...base, serial: device.serial, state, as }
}

/** Send a machine out and in again at one address: the state follows, and each step leaves its record. */
async function repairs(world: World, address: string, out: string, back: string): Promise<void> {
  const { serial, state, site, company, as } = await machine(world)
  const sent = await world.ask(
    address,
    {},
    { type: out, deviceSerial: serial, siteId: site.id, notes: '风扇不转', buyCompanyId: company.id },
    as,
  )
  expect(sent).toMatchObject({ type: '送修', done: 1, refused: 0, lines: [{ serial, answer: 'ready' }] })
  expect(await state()).toBe('repairing')
  const again = await world.refused(address, {}, { type: out, deviceSerial: serial, notes: '再送' }, as)
  expect(again).toMatchObject({ code: 409, message: expect.stringMatching(`${serial}: 已由 .* 送修`) })
  await world.ask(address, {}, { type: back, deviceSerial: serial, outcome: 'fixed' }, as)
  expect(await state()).toBe('repaired')
  const { data, totalCount } = await world.list(
    find,
    { page: 1, size: 20, deviceSerial: serial, orderColumn: 'id', orderWay: 'asc' },
    as,
  )
  expect([totalCount, data.map(({ type, notes, outcome, site: at }) => [type, notes, outcome, at])]).toEqual([
    2,
    [
      ['送修', '风扇不转', null, site.name],
      ['送回', null, 'fixed', site.name],
    ],
  ])
}

/** Check that the line of a chart counts a repair on its day, and that the other line does not. */
async function draws(world: World, address: string, line: '送修' | '送回'): Promise<void> {
  const { serial, as } = await machine(world)
  const days = { repairDateQuery: ['2026-11-18', '2026-11-20'] }
  await world.ask(record, {}, { type: '送修', deviceSerial: serial, notes: '不开机', repairDateStr: '2026-11-19' }, as)
  const read = async (body = {}) => world.ask<Chart>(address, {}, { ...days, ...body }, as)
  const out = line === '送修' ? [0, 1, 0] : [0, 0, 0]
  expect(await read()).toEqual({
    xAxisData: ['2026-11-18', '2026-11-19', '2026-11-20'],
    series: [{ name: line, data: out }],
  })
  await world.ask(record, {}, { type: '送回', deviceSerial: serial, outcome: 'fixed', repairDateStr: '2026-11-20' }, as)
  expect((await read({ type: '' })).series).toEqual([{ name: line, data: line === '送修' ? [0, 1, 0] : [0, 0, 1] }])
}

export const repairCases: Cases = {
  C041: (world) => repairs(world, order, '出库', '入库'),
  C062: (world) => draws(world, 'POST /api/data/byRepairDaylyBack', '送回'),
  C063: (world) => draws(world, 'POST /api/data/byRepairDaylyOut', '送修'),
  C118: async (world) => {
    const { serial, site, as } = await machine(world)
    await world.ask(
      record,
      {},
      { type: '送修', deviceSerial: serial, notes: '不开机', repairDateStr: '2026-11-19' },
      as,
    )
    const { data, totalCount } = await world.list(
      find,
      { type: '', deviceSerial: serial, repairDateQuery: '', page: 1, size: 20 },
      as,
    )
    expect(totalCount).toBe(1)
    const [row] = data
    expect(row).toMatchObject({
      type: '送修',
      deviceSerial: serial,
      site: site.name,
      notes: '不开机',
      repairDateStr: '2026-11-19 00:00:00',
      open: true,
    })
    expect(row?.createTimeStr).toBe('2026-11-20 12:00:00')
    for (const filter of [
      { type: '送回' },
      { repairDateQuery: ['2026-11-20', '2026-11-20'] },
      { deviceSerial: 'nobody' },
    ])
      expect((await world.list(find, filter, as)).totalCount, JSON.stringify(filter)).toBe(0)
    expect((await world.list(find, { deviceSerial: serial }, world.fleet.baseManager.token)).totalCount).toBe(0)
  },
  C119: (world) => repairs(world, record, '送修', '送回'),
}
