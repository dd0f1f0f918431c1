import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildUser } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const callerAs = async (given: Parameters<typeof buildUser>[1] = {}) => {
  const user = await buildUser(database.db, given)
  const caller = buildCaller(database.db, {
    services: { audit: createAudit() },
    viewer: await viewerOf(database.db, user),
  })
  return { reports: caller.reports, reservations: caller.reservations, plans: caller.plans, user }
}
const tanker = {
  checkedOrg: '江北化工',
  tankerNumber: '苏A-6688',
  tankerType: '承压车' as const,
  licenseNumber: '苏A12345',
  contactName: '王师傅',
  phone: '13812345678',
}

async function staffOf(companyId: number) {
  const as = (nick_name: string) =>
    callerAs({
      nick_name,
      company_id: companyId,
      phone: `139${String(companyId).padStart(4, '0')}${nick_name.length}001`,
    })
  return {
    base: await as('基地负责人'),
    inspector: await as('检验员'),
    registrar: await callerAs({ nick_name: '登记人员', company_id: companyId }),
  }
}
/** A base, and a base of others with one report. */
async function twoBases() {
  const [east, west] = [await buildCompany(database.db), await buildCompany(database.db)]
  const staff = await staffOf(east.id)
  const other = await staffOf(west.id)
  const foreign = await other.inspector.reports.save({ tankerNumber: '陇A-001' })
  return { east, west, ...staff, other, foreign }
}

test('a tanker is registered from its reservation, gets a number and a check code, and its report is kept in step with the reservation', async () => {
  const { east, base, registrar, inspector } = await twoBases()
  const plan = await base.plans.save({
    reserveTime: '2026-11-20',
    reservePeriod: '上午',
    tankerType: '承压车',
    totalCount: 3,
  })
  const { tankerType: _, ...booked } = tanker
  const reservation = await registrar.reservations.save({ planId: plan.id, ...booked })
  const first = await registrar.reports.saveFirst({
    reservationId: reservation.id,
    phone: '138****5678',
    checkMethod: '气密性试验',
  })
  expect(first).toMatchObject({
    ...tanker,
    phone: '138****5678',
    reportNumber: 'JC20261120-0002',
    checkCode: expect.stringMatching(/^[2-9A-HJ-NP-Z]{6}$/),
    companyId: east.id,
    orgName: east.name,
    checkMethod: '气密性试验',
    status: 0,
    result: null,
    station: null,
    reservationId: reservation.id,
    userId: registrar.user.id,
    userName: registrar.user.name,
    createTimeStr: '2026-11-20 12:00:00',
    finishedTimeStr: null,
    hasDrawing: false,
    rowVersion: 1,
  })
  await expect(registrar.reports.saveFirst({ reservationId: reservation.id })).rejects.toEqual(
    refusal('RESERVATION_CLOSED'),
  )
  await database.db
    .updateTable('reservation')
    .set({ contact_name: '李师傅' })
    .where('id', '=', reservation.id)
    .execute()
  expect(await registrar.reports.syncFromReservation({ id: reservation.id })).toMatchObject({
    id: first.id,
    contactName: '李师傅',
    checkMethod: '气密性试验',
    rowVersion: 2,
  })
  const second = await registrar.reservations.save({ planId: plan.id, tankerNumber: '苏B-1' })
  const synced = await registrar.reports.syncFromReservation({ id: second.id })
  expect(synced).toMatchObject({
    reportNumber: 'JC20261120-0003',
    tankerNumber: '苏B-1',
    tankerType: '承压车',
    reservationId: second.id,
  })
  const walkIn = await registrar.reports.saveFirst({ tankerNumber: '苏C-1', tankerType: '常压车' })
  expect(walkIn).toMatchObject({ reportNumber: 'JC20261120-0004', reservationId: null })
  await expect(registrar.reports.saveFirst({ contactName: '无车' })).rejects.toMatchObject({
    message: expect.stringContaining('请填写罐车编号'),
  })
  const third = await registrar.reservations.save({ planId: plan.id, tankerNumber: '苏D-1' })
  await registrar.reservations.cancel({ id: third.id })
  await expect(registrar.reports.syncFromReservation({ id: third.id })).rejects.toEqual(refusal('RESERVATION_CLOSED'))
  // A cancelled report lets its reservation be registered again.
  await inspector.reports.cancel({ id: synced.id })
  expect(await registrar.reports.syncFromReservation({ id: second.id })).toMatchObject({
    reportNumber: 'JC20261120-0005',
    status: 0,
  })
  await expect(registrar.reports.getDetail({ id: first.id })).rejects.toEqual(refusal('FORBIDDEN'))
})

test('a report is saved in parts, found by its columns, and only what was sent is changed', async () => {
  const { base, inspector, east, foreign, west } = await twoBases()
  const made = await inspector.reports.save({
    ...tanker,
    name: '年度检验',
    content: '罐体外观',
    townName: '江宁',
    traceName: '一号线',
  })
  expect(made).toMatchObject({
    ...tanker,
    phone: '138****5678',
    name: '年度检验',
    content: '罐体外观',
    townName: '江宁',
    traceName: '一号线',
    status: 0,
  })
  const changed = await inspector.reports.save({
    id: made.id,
    rowVersion: 1,
    result: '合格',
    content: '',
    examinationName: '壁厚',
    examinationDescribe: '6.1 mm',
  })
  expect(changed).toMatchObject({
    ...tanker,
    phone: '138****5678',
    result: '合格',
    content: null,
    examinationName: '壁厚',
    examinationDescribe: '6.1 mm',
    rowVersion: 2,
  })
  await expect(inspector.reports.save({ id: made.id, rowVersion: 1, result: 'x' })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  // Neither number, code, status nor owner is taken from what is sent.
  const forged = {
    id: made.id,
    status: 2,
    reportNumber: 'X',
    checkCode: 'AAAAAA',
    userId: 1,
    companyId: west.id,
    name: '年检',
  }
  expect(await inspector.reports.save(forged)).toMatchObject({
    reportNumber: made.reportNumber,
    checkCode: made.checkCode,
    status: 0,
    companyId: east.id,
    name: '年检',
  })
  expect((await base.reports.getDetail({ id: made.id })).phone).toBe('13812345678')
  const second = await base.reports.save({ tankerNumber: '皖B-100%', tankerType: '常压车' })
  const ids = async (request: Parameters<typeof base.reports.find>[0]) =>
    (await base.reports.find(request)).data.map(({ id }) => id)
  expect(await ids({})).toEqual([second.id, made.id])
  expect(await base.reports.find({ page: 2, size: 1, name: '', companyId: null, status: '' })).toMatchObject({
    totalCount: 2,
    data: [{ id: made.id }],
  })
  for (const name of ['6688', '江北', '王师', 'a123', '年检', made.reportNumber])
    expect(await ids({ name })).toEqual([made.id])
  expect(await ids({ name: '0%' })).toEqual([second.id])
  expect(await ids({ tankerType: '承压车', status: 0 })).toEqual([made.id])
  expect(await ids({ createTimeQuery: ['2026-11-20', '2026-11-20'] })).toHaveLength(2)
  expect(await ids({ createTimeQuery: ['2026-11-21', '2026-11-22'] })).toEqual([])
  expect((await inspector.reports.getByUserId({ id: inspector.user.id })).data.map(({ id }) => id)).toEqual([made.id])
  const foreigners = [
    () => inspector.reports.find({ companyId: west.id }),
    () => inspector.reports.getDetail({ id: foreign.id }),
    () => inspector.reports.save({ id: foreign.id, result: '合格' }),
    () => inspector.reports.setStatus({ id: foreign.id, status: 1 }),
    () => inspector.reports.cancel({ id: foreign.id }),
    () => inspector.reports.upStation({ id: foreign.id }),
    () => inspector.reports.loadFabric({ id: foreign.id }),
    () => inspector.reports.saveFabric({ id: foreign.id, fabric: { objects: [] } }),
    () => inspector.reports.getByUserId({ id: foreign.userId ?? 0 }),
    () => inspector.reports.save({ tankerNumber: 'x', companyId: west.id }),
    () => inspector.reports.get({ testeeId: 2_000_000_000 }),
  ]
  for (const call of foreigners)
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message: '数据不存在' })
  const reads = await database.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id'])
    .where('result', '=', 'read')
    .orderBy('id')
    .execute()
  expect(reads).toContainEqual({ action: 'reports.find', actor_user_id: base.user.id })
  expect(reads).toContainEqual({ action: 'reports.getDetail', actor_user_id: base.user.id })
})

test('a report goes from waiting to in progress to finished; any other step is refused, and only the management opens one again', async () => {
  const { inspector, base } = await twoBases()
  const { id } = await inspector.reports.save(tanker)
  for (const status of [0, 2] as const)
    await expect(inspector.reports.setStatus({ id, status })).rejects.toEqual(refusal('REPORT_TRANSITION'))
  await expect(inspector.reports.setStatus({ id, status: 2 })).rejects.toMatchObject({
    message: '检验报告当前为“待检”，不能改为“已完成”',
  })
  expect(await inspector.reports.setStatus({ id, status: '1' })).toMatchObject({ status: 1, finishedTimeStr: null })
  expect((await inspector.reports.find({ status: 1 })).data).toMatchObject([{ id, status: 1 }])
  await expect(inspector.reports.setStatus({ id, status: 2, rowVersion: 1 })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  expect(await inspector.reports.setStatus({ id, status: 2 })).toMatchObject({
    status: 2,
    finishedTimeStr: '2026-11-20 12:00:00',
  })
  for (const status of [0, 1, 2, 3] as const)
    await expect(base.reports.setStatus({ id, status })).rejects.toEqual(refusal('REPORT_TRANSITION'))
  for (const call of [
    () => base.reports.cancel({ id }),
    () => base.reports.save({ id, result: '不合格' }),
    () => base.reports.upStation({ id }),
    () => base.reports.saveFabric({ id, fabric: {} }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'CONFLICT' })
  for (const status of [4, -1, 1.5, '', null, [1]])
    await expect(base.reports.setStatus({ id, status: status as number })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  const manager = await callerAs()
  await expect(manager.reports.setStatus({ id, status: 0 })).rejects.toEqual(refusal('REPORT_TRANSITION'))
  expect(await manager.reports.setStatus({ id, status: 1 })).toMatchObject({ status: 1, finishedTimeStr: null })
  expect(await base.reports.cancel({ id })).toMatchObject({ status: 3 })
  expect(await manager.reports.setStatus({ id, status: 0 })).toMatchObject({ status: 0 })
  const log = await database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('target_kind', '=', 'report')
    .where('result', '=', 'ok')
    .orderBy('id')
    .execute()
  expect(log.slice(-5).map(({ action, details }) => [action, details?.from, details?.to])).toEqual([
    ['reports.setStatus', 0, 1],
    ['reports.setStatus', 1, 2],
    ['reports.setStatus', 2, 1],
    ['reports.cancel', 1, 3],
    ['reports.setStatus', 3, 0],
  ])
})

test('a report moves from station to station of its base and carries a drawing and the person that was examined', async () => {
  const { inspector, east, west, other } = await twoBases()
  const { id } = await inspector.reports.save(tanker)
  await expect(inspector.reports.upStation({ id })).rejects.toEqual(refusal('NO_NEXT_STATION'))
  const station = (company_id: number, name: string) =>
    database.db
      .insertInto('station')
      .values({ company_id, name, deleted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  const first = await station(east.id, '外观检查')
  const theirs = await station(west.id, '别处')
  const second = await station(east.id, '壁厚测定')
  expect(await inspector.reports.upStation({ id })).toMatchObject({ stationId: first.id, station: '外观检查' })
  expect(await inspector.reports.upStation({ id })).toMatchObject({ stationId: second.id, station: '壁厚测定' })
  await expect(inspector.reports.upStation({ id })).rejects.toEqual(refusal('NO_NEXT_STATION'))
  await expect(inspector.reports.save({ id, stationId: theirs.id })).rejects.toEqual(refusal('NOT_FOUND'))
  expect((await inspector.reports.getDetail({ id })).stations).toEqual([
    { id: first.id, name: '外观检查' },
    { id: second.id, name: '壁厚测定' },
  ])
  expect(await inspector.reports.loadFabric({ id })).toMatchObject({ id, fabric: null })
  const fabric = {
    version: '5.3.0',
    objects: [{ type: 'line', x1: 1, y1: 2.5, x2: 3, y2: 4, stroke: '#000' }],
    说明: '裂纹\u0000',
  }
  expect(await inspector.reports.saveFabric({ id, fabric: JSON.stringify({ fabric }) })).toMatchObject({ fabric })
  expect(await inspector.reports.loadFabric({ id })).toMatchObject({ id, fabric })
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as object
  for (const wrong of [deep, [], 'x', null, 7, { objects: 1 }, { text: 'x'.repeat(300_000) }])
    await expect(inspector.reports.saveFabric({ id, fabric: wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const town = await database.db.insertInto('town').values({ name: '江宁' }).returning('id').executeTakeFirstOrThrow()
  const testee = (company_id: number) =>
    database.db
      .insertInto('testee')
      .values({ company_id, site_id: null, name: '赵一', sex: null, phone: null, birthday: null, town_id: town.id })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [own, foreign] = [await testee(east.id), await testee(west.id)]
  await expect(inspector.reports.save({ testeeId: foreign.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await inspector.reports.save({ testeeId: own.id, examinationName: '体检一' })
  const newest = await inspector.reports.save({ testeeId: own.id, examinationName: '体检二' })
  expect(await inspector.reports.get({ testeeId: own.id })).toEqual(newest)
  expect(newest).toMatchObject({ testeeId: own.id, name: '赵一', townName: '江宁', examinationName: '体检二' })
  await expect(other.inspector.reports.get({ testeeId: own.id })).rejects.toEqual(refusal('NOT_FOUND'))
})
