import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { refusal } from '#tests/support/refusal.ts'
import { useReportOffice } from '#tests/support/report-office.ts'

const database = useDatabase()
const { twoBases, tanker } = useReportOffice(database)

test('Register a tanker from its reservation with number and code, and keep the report in sync with it', async () => {
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

test('Save a report in parts, find it by its columns, and change only the sent fields', async () => {
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
  // What is examined may change, but not be removed.
  await expect(inspector.reports.save({ id: made.id, tankerNumber: '', name: null })).rejects.toEqual(
    refusal('VALIDATION', 'tankerNumber'),
  )
  // Number, code, status and owner are never taken from the request.
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
