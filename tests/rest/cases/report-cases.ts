import { expect } from 'vitest'
import type { List, Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const plan = 'POST /api/reservationPlan/save'
const plans = 'POST /api/reservationPlan/find/'
const save = 'POST /api/report/save'
const find = 'POST /api/report/find'
const detail = 'POST /api/report/getDetail/{id}'
const setStatus = 'POST /api/report/setStatus/{id}?status={status}'
const tanker = {
  checkedOrg: '江北化工',
  tankerNumber: '苏A-6688',
  tankerType: '承压车',
  licenseNumber: '苏A12345',
  contactName: '王师傅',
}
const slot = { reserveTime: '2026-11-23', reservePeriod: '上午', tankerType: '承压车', totalCount: 2 }
const ids = ({ data }: List) => data.map(({ id }) => id)

/** Create a base with two stations, an inspector and a registrar, and one report of the inspector. */
async function testing(world: World) {
  const { company, manager } = await world.newBase()
  const companyId = company.id
  const stations = [
    await world.ask('POST /api/groups/save', {}, { name: '一号工位', companyId }),
    await world.ask('POST /api/groups/save', {}, { name: '二号工位', companyId }),
  ]
  const inspector = await world.person({ nick_name: '检验员', company_id: companyId, phone: null })
  const registrar = await world.person({ nick_name: '登记人员', company_id: companyId })
  const as = inspector.token
  const testee = await world.ask('POST /api/testee/save', {}, { name: '张三' }, as)
  const report = await world.ask(
    save,
    {},
    { ...tanker, checkMethod: '水压试验', testeeId: testee.id, stationId: stations[0]?.id },
    as,
  )
  const read = () => world.ask(detail, { id: report.id }, {}, as)
  return { company, companyId, manager, stations, inspector, registrar, as, testee, report, id: report.id, read }
}

/** Check that the next read shows each allowed step; a skipped step is refused. */
async function steps(
  world: World,
  move: (id: number, status: number) => [string, Record<string, number>],
): Promise<void> {
  const { id, as, read } = await testing(world)
  expect((await world.refused(...move(id, 2), {}, as)).message).toBe('检验报告当前为“待检”，不能改为“已完成”')
  expect(await world.ask(...move(id, 1), {}, as)).toMatchObject({ id, status: 1, finishedTimeStr: null })
  expect(await read()).toMatchObject({ status: 1 })
  expect(await world.ask(...move(id, 2), {}, as)).toMatchObject({ id, status: 2 })
  expect(await read()).toMatchObject({ status: 2, finishedTimeStr: '2026-11-20 12:00:00' })
  expect((await world.list(find, { status: 2 }, as)).data.map((row) => row.id)).toEqual([id])
  expect((await world.refused(...move(id, 9), {}, as)).code).toBe(400)
}

export const reportCases: Cases = {
  C112: async (world) => {
    const { companyId, manager, company } = await testing(world)
    const made = await world.ask(plan, {}, { ...slot, companyId }, manager.token)
    expect(made).toMatchObject({ ...slot, companyId, company: company.name, reservedCount: 0, remainCount: 2 })
    expect((await world.refused(plan, {}, { ...slot, companyId }, manager.token)).code).toBe(409)
    const changed = await world.ask(
      plan,
      {},
      { id: made.id, totalCount: 5, rowVersion: made.rowVersion },
      manager.token,
    )
    expect(changed).toMatchObject({ ...slot, id: made.id, totalCount: 5, rowVersion: made.rowVersion + 1 })
    expect(await world.list(plans, { companyId }, manager.token)).toEqual({ totalCount: 1, data: [changed] })
  },
  C126: (world) => steps(world, (id, status) => [setStatus, { id, status }]),
  C127: async (world) => {
    const { manager, registrar, as } = await testing(world)
    const { id: planId } = await world.ask(plan, {}, slot, manager.token)
    const booked = { planId, tankerNumber: '苏B-1', contactName: '王师傅' }
    const reservation = await world.ask('POST /api/reservation/save', {}, booked, registrar.token)
    const sync = 'POST /api/report/syncFromReservation/{id}'
    const made = await world.ask(sync, { id: reservation.id }, {}, registrar.token)
    expect(made).toMatchObject({
      tankerNumber: '苏B-1',
      tankerType: '承压车',
      contactName: '王师傅',
      reservationId: reservation.id,
      status: 0,
    })
    const [state] = (await world.list('POST /api/reservation/find/', {}, registrar.token)).data
    expect(state).toMatchObject({
      id: reservation.id,
      state: 'arrived',
      reportId: made.id,
      reportNumber: made.reportNumber,
    })
    expect(await world.ask(sync, { id: reservation.id }, {}, registrar.token)).toMatchObject({ id: made.id })
    expect((await world.list(find, { name: '苏B-1' }, as)).totalCount).toBe(1)
  },
  C128: (world) => steps(world, (a, b) => ['POST /api/report/changeStatus/{a}/{b}', { a, b }]),
  C129: async (world) => {
    const { id, stations, as, read } = await testing(world)
    const up = 'POST /api/report/upStation/{id}'
    expect((await read()).station).toBe('一号工位')
    expect(await world.ask(up, { id }, {}, as)).toMatchObject({ id, stationId: stations[1]?.id, station: '二号工位' })
    expect(await read()).toMatchObject({ stationId: stations[1]?.id })
    expect((await world.refused(up, { id }, {}, world.fleet.inspector.token)).code).toBe(404)
  },
  C130: async (world) => {
    const { testee, as } = await testing(world)
    const newest = await world.ask(save, {}, { ...tanker, tankerNumber: '苏C-1', testeeId: testee.id }, as)
    for (const method of ['POST', 'GET'])
      expect(await world.ask(`${method} /api/report/get/{testeeId}`, { testeeId: testee.id }, {}, as)).toMatchObject({
        id: newest.id,
        tankerNumber: '苏C-1',
      })
    expect((await world.refused('POST /api/report/get/{testeeId}', { testeeId: 2_000_000_000 }, {}, as)).code).toBe(404)
  },
  C131: async (world) => {
    const { inspector, manager, report, as } = await testing(world)
    await world.ask(save, {}, { ...tanker, tankerNumber: '皖B-1' }, manager.token)
    for (const method of ['POST', 'GET'])
      expect(
        ids(await world.ask<List>(`${method} /api/report/getByUserId/{id}`, { id: inspector.user.id }, {}, as)),
      ).toEqual([report.id])
  },
  C132: async (world) => {
    const { id, report, as, read, inspector, company } = await testing(world)
    expect(report).toMatchObject({
      ...tanker,
      checkMethod: '水压试验',
      status: 0,
      userId: inspector.user.id,
      orgName: company.name,
      hasDrawing: false,
    })
    expect(await read()).toMatchObject({ ...tanker, reportNumber: report.reportNumber })
    const { rowVersion } = report
    const changed = await world.ask(save, {}, { id, result: '合格', reportNumber: 'X', status: 2, rowVersion }, as)
    expect(changed).toMatchObject({
      ...tanker,
      id,
      result: '合格',
      reportNumber: report.reportNumber,
      status: 0,
      rowVersion: rowVersion + 1,
    })
    expect(await read()).toMatchObject({ result: '合格', rowVersion: rowVersion + 1 })
    expect((await world.refused(save, {}, { id, result: 'x', rowVersion }, as)).code).toBe(409)
  },
  C133: async (world) => {
    const { registrar, as } = await testing(world)
    const first = 'POST /api/report/saveFirst'
    const made = await world.ask(first, {}, { tankerNumber: '苏D-1', tankerType: '常压车' }, registrar.token)
    expect(made).toMatchObject({
      tankerNumber: '苏D-1',
      status: 0,
      reportNumber: expect.stringMatching(/^JC20261120-\d{4}$/),
      userId: registrar.user.id,
    })
    expect(await world.ask(detail, { id: made.id }, {}, as)).toMatchObject({
      reportNumber: made.reportNumber,
      checkCode: made.checkCode,
    })
    expect((await world.refused(first, {}, { contactName: '无车' }, registrar.token)).message).toContain(
      '请填写罐车编号',
    )
    for (const status of [1, 2]) await world.ask(setStatus, { id: made.id, status }, {}, as)
    const { reportNumber, checkCode } = made
    expect(await world.ask('POST /api/checking/find', {}, { reportNumber, checkCode }, null)).toMatchObject({
      reportNumber,
      tankerNumber: '苏D-1',
    })
  },
  C134: async (world) => {
    const { companyId, report, as } = await testing(world)
    const other = await world.ask(save, {}, { tankerNumber: '皖B-9', tankerType: '常压车' }, as)
    const all = await world.list(find, { page: 1, size: 20, name: '', companyId, status: '' }, as)
    expect([all.totalCount, ids(all)]).toEqual([2, [other.id, report.id]])
    expect(ids(await world.list(find, { name: '6688' }, as))).toEqual([report.id])
    expect(ids(await world.list(find, { page: 2, size: 1 }, as))).toEqual([report.id])
    expect((await world.list(find, { status: 3 }, as)).totalCount).toBe(0)
    expect((await world.refused(find, {}, { companyId }, world.fleet.inspector.token)).code).toBe(404)
  },
  C135: async (world) => {
    const { id, as, read } = await testing(world)
    expect(await world.ask('POST /api/report/cancel/{id}', { id }, {}, as)).toMatchObject({ id, status: 3 })
    expect(await read()).toMatchObject({ status: 3 })
    expect((await world.refused('POST /api/report/cancel/{id}', { id }, {}, as)).code).toBe(409)
  },
  C136: async (world) => {
    const { id, as, read } = await testing(world)
    const fabric = { version: '5.3.0', objects: [{ type: 'rect', left: 10, top: 20 }] }
    expect(await world.ask('POST /api/report/saveFabric/{id}', { id }, fabric, as)).toMatchObject({ id, fabric })
    expect(await world.ask('POST /api/report/loadFabric/{id}', { id }, {}, as)).toMatchObject({ fabric })
    expect(await read()).toMatchObject({ hasDrawing: true })
  },
  C137: async (world) => {
    const { id, as } = await testing(world)
    const fabric = { objects: [{ type: 'circle', radius: 4 }] }
    expect(await world.ask('POST /api/report/loadFabric/{id}', { id }, {}, as)).toMatchObject({ id, fabric: null })
    await world.ask('POST /api/report/saveFabric/{id}', { id }, fabric, as)
    for (const method of ['POST', 'GET'])
      expect(await world.ask(`${method} /api/report/loadFabric/{id}`, { id }, {}, as)).toMatchObject({ fabric })
    expect((await world.refused('GET /api/report/loadFabric/{id}', { id }, {}, world.fleet.inspector.token)).code).toBe(
      404,
    )
  },
  C138: async (world) => {
    const { id, as, report, stations } = await testing(world)
    for (const method of ['POST', 'GET']) {
      const told = await world.ask<Row & { stations: Row[] }>(`${method} /api/report/getDetail/{id}`, { id }, {}, as)
      expect(told).toEqual({ ...report, stations: told.stations })
      expect(told.stations.map((station) => station.id)).toEqual(stations.map((station) => station.id))
    }
    expect((await world.refused(detail, { id }, {}, world.fleet.inspector.token)).code).toBe(404)
  },
  C142: async (world) => {
    const { companyId, manager, registrar } = await testing(world)
    const made = await world.ask(plan, {}, slot, manager.token)
    const later = await world.ask(plan, {}, { ...slot, reserveTime: '2026-11-24' }, manager.token)
    const all = await world.list(plans, { companyId, page: 1, size: 20, reserveTime: '' }, registrar.token)
    expect([all.totalCount, ids(all)]).toEqual([2, [made.id, later.id]])
    await world.ask('POST /api/reservation/save', {}, { planId: later.id, tankerNumber: '苏E-1' }, registrar.token)
    const day = await world.list(plans, { companyId, reserveTime: '2026-11-24' }, registrar.token)
    expect(day).toMatchObject({
      totalCount: 1,
      data: [{ id: later.id, totalCount: 2, reservedCount: 1, remainCount: 1 }],
    })
    expect((await world.refused(plans, {}, { companyId }, world.fleet.inspector.token)).code).toBe(404)
  },
}
