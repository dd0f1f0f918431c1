import { describe, expect, test } from 'vitest'
import { businessTime } from '#shared/business-time.ts'
import type { AppError } from '#shared/errors.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice, buildHeadquarters, buildSite } from '#tests/support/factories.ts'
import { useRepairTown } from '#tests/support/repair-town.ts'

const database = useDatabase()
const { town, stateOf, refusal, manager } = useRepairTown(database)

describe('pasted serials', () => {
  test('Answer each line, the same in rehearsal and act, and act on the valid ones', async () => {
    const { device, call, written, site, tenant } = await town()
    const other = await buildSite(database.db, { tenant, name: '别处' })
    for (const [serial, state] of [
      ['A1', 'normal'],
      ['A2', 'repaired'],
      ['A3', 'scrap'],
      ['A4', 'lost'],
    ] as const)
      await device(serial, { state })
    await device('A5')
    await device('A6', { site_id: other.id })
    await buildDevice(database.db, { serial: 'FOREIGN' })
    await call.repairs.save({ type: '出库', deviceSerial: 'A5', notes: '风扇' })
    const request = {
      type: '出库' as const,
      serials: 'a1 A2\nA3,A4，A5；A6、A1\tFOREIGN NONE',
      notes: '不开机',
      siteId: site.id,
    }
    const rehearsed = await call.repairs.save({ ...request, dryRun: true })
    expect(rehearsed.lines.map(({ serial, answer }) => `${serial} ${answer}`)).toEqual([
      ...[
        'A1 ready',
        'A2 ready',
        'A3 scrapped',
        'A4 lost',
        'A5 alreadyOut',
        'A6 wrongSite',
        'A1 duplicate',
        'FOREIGN unknown',
        'NONE unknown',
      ],
    ])
    const mangled = await call.repairs.save({ ...request, serials: 'A1 2.40E+11', dryRun: true })
    expect(mangled.lines[1]).toMatchObject({ answer: 'unknown', text: expect.stringContaining('Excel') })
    expect(rehearsed.lines[4]?.text).toBe(`已由 张三 于 ${businessTime(testNow, 'Asia/Shanghai')} 送修`)
    expect(await stateOf('A1')).toEqual({ state: 'normal', repair_times: 0 })
    // The documented rows contain the name of the site.
    const named = async (name: string) =>
      (await call.repairs.save({ ...request, siteId: '', site: name, serials: 'A1 A6', dryRun: true })).lines
    expect(
      (await Promise.all([site.name, '别处', '无此站'].map(named))).map((lines) => lines.map(({ answer }) => answer)),
    ).toEqual([
      ['ready', 'wrongSite'],
      ['wrongSite', 'ready'],
      ['wrongSite', 'wrongSite'],
    ])
    const done = await call.repairs.save(request)
    const asBefore = done.lines.map((line) => ({
      ...line,
      recordId: null,
      text: line.recordId === null ? line.text : '可以送修',
    }))
    expect({ ...done, dryRun: true, orderIds: [], lines: asBefore }).toEqual(rehearsed)
    expect(done.lines.filter(({ text }) => text === '已登记送修').map(({ serial }) => serial)).toEqual(['A1', 'A2'])
    expect(done).toMatchObject({ done: 2, refused: 7, orderIds: [expect.any(Number)] })
    expect(await stateOf('A1')).toEqual({ state: 'repairing', repair_times: 1 })
    expect(written.at(-1)).toMatchObject({
      action: 'repairs.save',
      details: { type: '送修', devices: 2, refused: 7, serials: ['A1', 'A2'] },
    })
    const order = await database.db
      .selectFrom('machine_material_order')
      .select(['type', 'devices', 'buy_company_id'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(order).toEqual({ type: '出库', devices: 2, buy_company_id: tenant.id })
  })

  test('Change nothing with all-or-nothing when one serial is refused, and name each refused one', async () => {
    const { device, call } = await town()
    await device('A1')
    const error = await refusal(call.repairs.save({ type: '出库', serials: 'A1 NONE', notes: '风扇', strict: true }))
    expect(error).toMatchObject({
      code: 'REPAIR_REFUSED',
      details: { values: { count: 1 }, fields: [{ field: 'NONE' }] },
    })
    expect((await stateOf('A1')).state).toBe('normal')
  })

  test('Record the outcome of a return; a documented call without one means fixed', async () => {
    const { device, call } = await town()
    for (const serial of ['A1', 'A2']) await device(serial, { state: 'repairing' })
    for (const dryRun of [true, false])
      await expect(call.repairs.save({ type: '入库', serials: 'A1', dryRun })).rejects.toThrow(
        '处理结果 outcome (送回须说明维修结果，可选值：fixed=已修复, noFault=未发现故障, notRepairable=无法修复（报废）)',
      )
    expect((await stateOf('A1')).state).toBe('repairing')
    await call.repairs.save({ type: '入库', serials: 'A1', outcome: 'noFault' })
    await call.repairs.save({ type: '入库', deviceSerial: 'A2' })
    const { data } = await call.repairs.find({ type: '送回', orderColumn: 'deviceSerial' })
    expect(data.map(({ deviceSerial, outcome }) => [deviceSerial, outcome])).toEqual([
      ['A1', 'noFault'],
      ['A2', 'fixed'],
    ])
  })

  test('Require a reason, a day that is not in the future, and a confirmation before scrapping', async () => {
    const { device, call } = await town()
    await device('A1', { state: 'repairing' })
    const fieldOf = async (work: Promise<unknown>) => ((await refusal(work)) as AppError).details.fields?.[0]?.field
    expect(await fieldOf(call.repairs.save({ type: '出库', deviceSerial: 'A1' }))).toBe('notes')
    expect(await fieldOf(call.repairs.save({ type: '入库', deviceSerial: 'A1', repairDateStr: '2026-11-21' }))).toBe(
      'repairDateStr',
    )
    expect(await fieldOf(call.repairs.save({ type: '入库', deviceSerial: 'A1', outcome: 'notRepairable' }))).toBe(
      'confirmScrap',
    )
    expect(await fieldOf(call.repairs.save({ type: '入库' }))).toBe('serials')
    expect((await stateOf('A1')).state).toBe('repairing')
    await call.repairs.save({ type: '入库', deviceSerial: 'A1', outcome: 'notRepairable', confirmScrap: true })
    expect((await stateOf('A1')).state).toBe('scrap')
    expect(await refusal(call.repairs.save({ type: '出库', deviceSerial: 'A1', notes: '再修' }))).toMatchObject({
      code: 'DEVICE_SCRAPPED',
    })
  })
})

test('Let one of two users send a machine, and tell the other who was first and when', async () => {
  const { device, tenant, call } = await town()
  await device('A1')
  const second = await manager(tenant, '李四')
  const answers = await Promise.all(
    [call, second.call].map((one) => refusal(one.repairs.save({ type: '出库', deviceSerial: 'A1', notes: '风扇' }))),
  )
  const lost = answers.filter((answer) => answer !== null) as AppError[]
  expect(lost).toHaveLength(1)
  const winner = answers[0] === null ? '张三' : '李四'
  expect(lost[0]?.details.sentence).toBe(`A1: 已由 ${winner} 于 ${businessTime(testNow, 'Asia/Shanghai')} 送修`)
  expect(await stateOf('A1')).toEqual({ state: 'repairing', repair_times: 1 })
  expect(await database.db.selectFrom('repair_daily').selectAll().execute()).toHaveLength(1)
})

test('Treat devices, records, sites and receivers of another base as missing', async () => {
  const { device, call } = await town()
  await device('A1')
  const other = await town()
  await other.device('B1')
  await other.call.repairs.save({ type: '出库', deviceSerial: 'B1', notes: '风扇' })
  const record = await database.db.selectFrom('repair_daily').select('id').executeTakeFirstOrThrow()
  const foreign = await other.device('B2')
  const codes = await Promise.all(
    [
      call.repairs.save({ type: '出库', deviceSerial: 'B1', notes: '风扇' }),
      call.repairs.save({ type: '出库', deviceSerial: 'A1', notes: '风扇', buyCompanyId: other.tenant.id }),
      call.repairs.save({ type: '出库', deviceSerial: 'A1', notes: '风扇', saleCompanyId: other.site.id }),
      call.repairs.save({ type: '出库', deviceSerial: 'A1', notes: '风扇', siteId: other.site.id }),
      call.repairs.void({ id: record.id, reason: '错' }),
      call.devices.mark({ mark: 'lost', selection: { ids: [foreign.id] }, reason: '盘点' }),
    ].map(async (work) => ((await refusal(work)) as AppError).code),
  )
  expect(codes).toEqual(Array(6).fill('NOT_FOUND'))
  expect((await call.repairs.find({})).totalCount).toBe(0)
  expect((await stateOf('A1')).state).toBe('normal')
})

test('Tell the log of each base what happened to its own machines', async () => {
  const [one, other] = [await town(), await town()]
  await one.device('A1')
  await one.device('A2', { state: 'scrap' })
  await other.device('B1')
  await other.device('B2', { state: 'lost' })
  await other.device('B3', { state: 'lost' })
  const { call, written } = await manager(await buildHeadquarters(database.db), '王五', '管理层')
  const { orderIds } = await call.repairs.save({ type: '出库', serials: 'A1 A2 B1 B2 B3 NONE', notes: '风扇' })
  const told = written.map(({ companyId, targetId, details }) => [
    companyId,
    targetId,
    ...['orderIds', 'devices', 'refused', 'serials'].map((name) => details?.[name]),
  ])
  expect(told).toEqual([
    [one.tenant.id, orderIds[0], [orderIds[0]], 1, 2, ['A1']],
    [other.tenant.id, orderIds[1], [orderIds[1]], 1, 2, ['B1']],
  ])
})
