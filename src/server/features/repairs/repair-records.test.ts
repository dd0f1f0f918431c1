import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { useRepairTown } from '#tests/support/repair-town.ts'

const database = useDatabase()
const { town, refusal, stateOf } = useRepairTown(database)
const today = '2026-11-20'

describe('records', () => {
  test('Show how long a machine was away, when it was online again, and that it failed again', async () => {
    const { device, at, call } = await town()
    const { id } = await device('A1')
    await at('2026-11-01T02:00:00Z').repairs.save({ type: '送修', deviceSerial: 'A1', notes: '风扇' })
    await at('2026-11-05T02:00:00Z').repairs.save({ type: '送回', deviceSerial: 'A1', notes: '换风扇' })
    expect(await call.repairs.worklists({})).toEqual({ out: 0, waiting: 1, repeat: 0 })
    expect((await call.repairs.find({ worklist: 'waiting' })).data[0]).toMatchObject({
      type: '送回',
      clockDays: 19,
      clockRunning: true,
    })
    expect((await call.repairs.worklists({ waitingDays: 16 })).waiting).toBe(0)
    await database.db
      .updateTable('repair_daily')
      .set({ back_online_at: '2026-11-07T20:00:00Z' })
      .where('type', '=', '送回')
      .execute()
    await database.db.updateTable('device').set({ state: 'normal' }).where('id', '=', id).execute()
    await call.repairs.save({ type: '送修', deviceSerial: 'A1', notes: '又坏了' })
    expect(await call.repairs.worklists({})).toEqual({ out: 1, waiting: 0, repeat: 1 })
    const { data } = await call.repairs.find({})
    expect(
      data.map(({ type, clockDays, clockRunning, repeated, open }) => ({
        type,
        clockDays,
        clockRunning,
        repeated,
        open,
      })),
    ).toEqual([
      { type: '送修', clockDays: 0, clockRunning: true, repeated: true, open: true },
      { type: '送回', clockDays: 7, clockRunning: false, repeated: false, open: false },
      { type: '送修', clockDays: 7, clockRunning: false, repeated: false, open: false },
    ])
  })

  test("Find records by type, serial and days, sort by every column, and match the chart's totals", async () => {
    const { device, at, call, site } = await town()
    for (const serial of ['A1', 'A2', 'B1']) await device(serial)
    await at('2026-10-30T02:00:00Z').repairs.save({ type: '出库', serials: 'A1 A2', notes: '风扇' })
    await call.repairs.save({ type: '出库', deviceSerial: 'B1', notes: '电源' })
    await call.repairs.save({ type: '入库', deviceSerial: 'A1' })
    expect((await call.repairs.find({ type: '出库' })).totalCount).toBe(3)
    expect((await call.repairs.find({ deviceSerial: 'a' })).totalCount).toBe(3)
    const range: [string, string] = ['2026-10-01', '2026-10-31']
    expect((await call.repairs.find({ repairDateQuery: range, siteId: site.id })).totalCount).toBe(2)
    for (const orderColumn of [
      'repairDate',
      'type',
      'deviceSerial',
      'site',
      'notes',
      'outcome',
      'createTime',
      'id',
    ] as const)
      for (const orderWay of ['asc', 'desc'] as const)
        expect((await call.repairs.find({ orderColumn, orderWay })).data).toHaveLength(4)
    expect(
      (await call.repairs.find({ orderColumn: 'deviceSerial' })).data.map(({ deviceSerial }) => deviceSerial),
    ).toEqual(['A1', 'A1', 'A2', 'B1'])
    const out = await call.repairs.chart({ line: '送修', repairDateQuery: ['2026-10-29', '2026-11-20'] })
    expect(out.xAxisData).toHaveLength(23)
    expect(out.series).toEqual([{ name: '送修', data: [0, 2, ...Array(20).fill(0), 1] }])
    const months = await call.repairs.chart({
      line: '送修',
      reservePeriod: 'month',
      repairDateQuery: ['2026-10-01', today],
    })
    expect(months).toEqual({ xAxisData: ['2026-10', '2026-11'], series: [{ name: '送修', data: [2, 1] }] })
    const usual = await call.repairs.chart({ line: '送回' })
    expect([usual.xAxisData[0], usual.xAxisData.at(-1), usual.xAxisData.length]).toEqual(['2026-11-14', today, 7])
    expect(usual.series[0]?.data.at(-1)).toBe(1)
  })
})

describe('a selection of all that match', () => {
  test('Refuse a changed count of matches; otherwise mark each machine that allows it', async () => {
    const { device, call, written } = await town()
    for (const [serial, state] of [
      ['A1', 'offline'],
      ['A2', 'offline'],
      ['A3', 'lost'],
    ] as const)
      await device(serial, { state })
    const mark = (expected: number) =>
      call.devices.mark({ mark: 'lost', selection: { filters: {}, expected }, reason: '盘点未见' })
    expect(await refusal(mark(4))).toMatchObject({
      code: 'COUNT_CHANGED',
      details: { values: { count: 3, expected: 4 } },
    })
    expect(await mark(3)).toEqual({ mark: 'lost', changed: 2, refused: { scrapped: 0, otherState: 1 }, dryRun: false })
    expect((await stateOf('A1')).state).toBe('lost')
    expect(written.at(-1)).toMatchObject({ action: 'devices.mark', details: { mark: 'lost', devices: 2 } })
    expect(
      await call.devices.mark({ mark: 'found', selection: { filters: { state: 'lost' }, expected: 3 } }),
    ).toMatchObject({ changed: 3 })
    const sent = await call.repairs.save({
      type: '出库',
      selection: { filters: { state: 'offline' }, expected: 3 },
      notes: '批量检修',
    })
    expect(sent).toMatchObject({ done: 3, refused: 0 })
  })

  test('Close the open repairs of machines that are marked as lost or scrapped', async () => {
    const { device, call } = await town()
    const ids = [(await device('A1')).id, (await device('A2')).id]
    await call.repairs.save({ type: '出库', serials: 'A1 A2', notes: '风扇' })
    await call.devices.mark({ mark: 'scrap', selection: { ids }, reason: '烧毁' })
    expect(await database.db.selectFrom('repair_daily').select(['closed', 'outcome']).execute()).toEqual([
      { closed: true, outcome: 'scrap' },
      { closed: true, outcome: 'scrap' },
    ])
  })
})
