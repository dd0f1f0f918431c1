import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '#server/services/audit.ts'
import { businessTime } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildSite, buildUser, type Company } from '#tests/support/factories.ts'

const database = useDatabase()
const today = '2026-11-20'

async function manager(tenant: Company, name = '张三') {
  const viewer = await viewerOf(
    database.db,
    await buildUser(database.db, { company_id: tenant.id, nick_name: '基地负责人', name }),
  )
  const written: AuditEntry[] = []
  const audit = {
    write: async (_db: unknown, _ctx: unknown, entry: AuditEntry) => void written.push(entry),
    denied: async () => undefined,
  }
  const at = (now: Date | string = testNow) => buildCaller(database.db, { viewer, now, services: { audit } })
  return { written, at, call: at() }
}
async function town() {
  const tenant = await buildCompany(database.db)
  const site = await buildSite(database.db, { tenant })
  const device = (serial: string, given: Parameters<typeof buildDevice>[1] = {}) =>
    buildDevice(database.db, { site_id: site.id, serial, ...given })
  return { tenant, site, device, ...(await manager(tenant)) }
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { cause?: unknown }) => (error.cause instanceof AppError ? error.cause : error),
  )
const stateOf = (serial: string) =>
  database.db
    .selectFrom('device')
    .select(['state', 'repair_times'])
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()

describe('pasted serials', () => {
  test('are answered line by line, the same in the rehearsal as in the act, and the good ones are done', async () => {
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
    // The rows of the documents carry the name of the site.
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

  test('with all or nothing change nothing when one is refused, and each refused one is named', async () => {
    const { device, call } = await town()
    await device('A1')
    const error = await refusal(call.repairs.save({ type: '出库', serials: 'A1 NONE', notes: '风扇', strict: true }))
    expect(error).toMatchObject({
      code: 'REPAIR_REFUSED',
      details: { values: { count: 1 }, fields: [{ field: 'NONE' }] },
    })
    expect((await stateOf('A1')).state).toBe('normal')
  })

  test('taken back say what the workshop found; one machine by the documented call, which cannot, is fixed', async () => {
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

  test('need a reason, a day that is not to come, and the documented question before a scrap', async () => {
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

test('of two people who send the same machine at once one wins, and the other is told who did and when', async () => {
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

test('what belongs to another base is as if it did not exist: devices, records, sites and receivers', async () => {
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

describe('records', () => {
  test('tell how long a machine was away, when it was online again, and that it failed again', async () => {
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

  test('are found by type, serial and days, sorted by every column, and the lines add up to them', async () => {
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
  test('is refused when not as many match as the person saw; otherwise each that can be is marked', async () => {
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

  test('that is lost or scrapped closes its open repairs as such', async () => {
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
