import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { refusal } from '#tests/support/refusal.ts'
import { useReservationOffice } from '#tests/support/reservation-office.ts'

const database = useDatabase()
const { twoBases, slot, callerAs } = useReservationOffice(database)

test('Limit tankers a half day by a plan; refuse an outdated edit and a limit below the reservations', async () => {
  const { east, base, foreignPlan } = await twoBases()
  const made = await base.plans.save(slot)
  expect(made).toEqual({
    ...slot,
    id: made.id,
    companyId: east.id,
    company: east.name,
    planKind: 'month',
    reservedCount: 0,
    remainCount: 2,
    createTimeStr: '2026-11-20 12:00:00',
    rowVersion: 1,
  })
  expect(await base.plans.find({ companyId: east.id, page: 1, size: 20, reserveTime: slot.reserveTime })).toEqual({
    data: [made],
    totalCount: 1,
  })
  expect(await base.plans.find({ reserveTimeQuery: ['2026-11-24', '2026-11-30'] })).toEqual({ data: [], totalCount: 0 })
  await expect(base.plans.save(slot)).rejects.toEqual(refusal('DUPLICATE'))
  for (const missing of ['reserveTime', 'reservePeriod', 'tankerType', 'totalCount'] as const)
    await expect(base.plans.save({ ...slot, [missing]: '' })).rejects.toMatchObject({
      cause: { code: 'VALIDATION', details: { field: missing } },
    })
  expect(await base.plans.save({ id: made.id, totalCount: 3, rowVersion: 1 })).toMatchObject({
    ...slot,
    totalCount: 3,
    rowVersion: 2,
  })
  await expect(base.plans.save({ id: made.id, totalCount: 1, rowVersion: 1 })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  await base.reservations.save({ planId: made.id, tankerNumber: '苏A-1' })
  await base.reservations.save({ planId: made.id, tankerNumber: '苏A-2' })
  await expect(base.plans.save({ id: made.id, totalCount: 1 })).rejects.toEqual(refusal('PLAN_TAKEN'))
  await expect(base.plans.save({ id: made.id, reservePeriod: '下午' })).rejects.toEqual(refusal('PLAN_TAKEN'))
  await expect(base.plans.delete({ id: made.id })).rejects.toEqual(refusal('IN_USE'))
  expect(await base.plans.save({ id: made.id, totalCount: 2 })).toMatchObject({
    totalCount: 2,
    reservedCount: 2,
    remainCount: 0,
  })
  const later = await base.plans.save({ ...slot, reservePeriod: '下午' })
  expect(await base.plans.delete({ id: later.id })).toEqual({ id: later.id })
  for (const id of [later.id, foreignPlan.id, 2_000_000_000]) {
    await expect(base.plans.delete({ id })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(base.plans.save({ id, totalCount: 9 })).rejects.toEqual(refusal('NOT_FOUND'))
  }
  expect((await base.plans.find({})).totalCount).toBe(1)
})

test('Refuse to create, move, change or delete a plan of a past day', async () => {
  const { base } = await twoBases()
  const dayOver = (field: string) => ({
    message: '该日期已过，不能再安排或修改计划',
    cause: { code: 'VALIDATION', details: { field } },
  })
  const [today, yesterday] = ['2026-11-20', '2026-11-19']
  await expect(base.plans.save({ ...slot, reserveTime: yesterday })).rejects.toMatchObject(dayOver('reserveTime'))
  const made = await base.plans.save({ ...slot, reserveTime: today })
  await expect(base.plans.save({ id: made.id, reserveTime: yesterday })).rejects.toMatchObject(dayOver('reserveTime'))
  const fill = (from: string) =>
    base.plans.fill({
      planKind: 'month',
      weekdays: [4, 5],
      reservePeriods: ['上午'],
      tankerTypes: ['承压车'],
      totalCount: 1,
      from,
      to: today,
    })
  await expect(fill(yesterday)).rejects.toMatchObject(dayOver('from'))
  expect(await fill(today)).toEqual({ added: 1, kept: 0 })
  await database.db.updateTable('reservation_plan').set({ reserve_time: yesterday }).where('id', '=', made.id).execute()
  await expect(base.plans.save({ id: made.id, totalCount: 9 })).rejects.toMatchObject(dayOver('reserveTime'))
  await expect(base.plans.delete({ id: made.id })).rejects.toMatchObject({
    message: '该日期已过，计划只能查看',
    cause: { code: 'VALIDATION', details: { field: 'id' } },
  })
})

test('Let managers create week plans and a base month plans, and fill many days at once', async () => {
  const { east, west, base, registrar } = await twoBases()
  const manager = await callerAs()
  const week = await manager.plans.save({ ...slot, planKind: 'week', companyId: east.id, totalCount: 9 })
  expect(week).toMatchObject({ planKind: 'week', companyId: east.id, totalCount: 9 })
  const fill = {
    planKind: 'month' as const,
    from: '2026-11-23',
    to: '2026-11-29',
    weekdays: [1, 2, 3, 4, 5],
    reservePeriods: ['上午' as const, '下午' as const],
    tankerTypes: ['常压车' as const],
    totalCount: 4,
  }
  for (const refused of [
    () => base.plans.save({ ...slot, planKind: 'week' }),
    () => base.plans.save({ id: week.id, totalCount: 1 }),
    () => base.plans.delete({ id: week.id }),
    () => base.plans.fill({ ...fill, planKind: 'week' }),
    () => registrar.plans.save(slot),
  ])
    await expect(refused()).rejects.toEqual(refusal('FORBIDDEN'))
  await base.plans.save(slot)
  expect(await base.plans.fill(fill)).toEqual({ added: 9, kept: 1 })
  expect(await base.plans.fill(fill)).toEqual({ added: 0, kept: 10 })
  const all = await base.plans.find({ planKind: 'month', size: 100 })
  expect(all.totalCount).toBe(10)
  expect(
    all.data
      .map(({ reserveTime, reservePeriod, totalCount }) => `${reserveTime.slice(8)}${reservePeriod}${totalCount}`)
      .slice(0, 3),
  ).toEqual(['23上午2', '23下午4', '24上午4'])
  expect((await registrar.plans.find({ planKind: 'week' })).data).toEqual([week])
  await expect(base.plans.find({ companyId: west.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(base.plans.save({ ...slot, companyId: west.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(base.plans.fill({ ...fill, to: '2027-11-29' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const log = await database.db
    .selectFrom('audit_log')
    .select(['action', 'result'])
    .where('actor_user_id', 'is not', null)
    .orderBy('id')
    .execute()
  expect(log).toEqual(
    expect.arrayContaining([
      { action: 'plans.fill', result: 'ok' },
      { action: 'plans.save', result: 'denied' },
    ]),
  )
})

test('Give the last place of a plan once, free it on cancel, and report a full half day', async () => {
  const { east, registrar, base, foreign, foreignPlan } = await twoBases()
  const plan = await base.plans.save(slot)
  const given = {
    tankerNumber: ' 苏A-6688 ',
    licenseNumber: '苏A12345',
    checkedOrg: '江北化工',
    contactName: '王师傅',
    phone: '13812345678',
  }
  const made = await registrar.reservations.save({ planId: plan.id, ...given })
  expect(made).toEqual({
    ...given,
    tankerNumber: '苏A-6688',
    phone: '138****5678',
    id: made.id,
    planId: plan.id,
    companyId: east.id,
    company: east.name,
    reserveTime: slot.reserveTime,
    reservePeriod: slot.reservePeriod,
    tankerType: slot.tankerType,
    state: 'waiting',
    reportId: null,
    reportNumber: null,
    userName: expect.any(String),
    createTimeStr: '2026-11-20 12:00:00',
    rowVersion: 1,
  })
  await expect(registrar.reservations.save({ planId: plan.id, tankerNumber: '苏A-6688' })).rejects.toEqual(
    refusal('DUPLICATE'),
  )
  const race = await Promise.allSettled(
    ['1', '2', '3'].map((name) => registrar.reservations.save({ planId: plan.id, tankerNumber: name })),
  )
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(race.find((one) => one.status === 'rejected')?.reason).toMatchObject({
    message: '该时段预约已满（共 2 个名额），请选择其他时段',
    cause: { code: 'SLOT_FULL' },
  })
  expect((await registrar.plans.find({})).data).toMatchObject([{ reservedCount: 2, remainCount: 0 }])
  // A masked phone that comes back is not a new one.
  const changed = await base.reservations.save({ id: made.id, contactName: '', phone: '138****5678', rowVersion: 1 })
  expect(changed).toMatchObject({ contactName: null, phone: '13812345678', licenseNumber: '苏A12345', rowVersion: 2 })
  await expect(base.reservations.save({ id: made.id, contactName: 'x', rowVersion: 1 })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  const other = await base.plans.save({ ...slot, reservePeriod: '下午', totalCount: 1 })
  expect(await registrar.reservations.save({ id: made.id, planId: other.id })).toMatchObject({
    planId: other.id,
    reservePeriod: '下午',
    phone: '138****5678',
  })
  expect((await registrar.plans.find({})).data.map(({ remainCount }) => remainCount)).toEqual([1, 0])
  expect(await registrar.reservations.cancel({ id: made.id })).toMatchObject({ state: 'cancelled' })
  expect((await registrar.plans.find({})).data.map(({ remainCount }) => remainCount)).toEqual([1, 1])
  await expect(registrar.reservations.cancel({ id: made.id })).rejects.toEqual(refusal('RESERVATION_CLOSED'))
  await expect(registrar.reservations.save({ id: made.id, contactName: 'x' })).rejects.toEqual(
    refusal('RESERVATION_CLOSED'),
  )
  const over = await base.plans.save({ ...slot, reserveTime: '2026-11-20' })
  await database.db
    .updateTable('reservation_plan')
    .set({ reserve_time: '2026-11-19' })
    .where('id', '=', over.id)
    .execute()
  await expect(registrar.reservations.save({ planId: over.id, tankerNumber: '迟到' })).rejects.toMatchObject({
    cause: { details: { field: 'planId' } },
  })
  const foreigners = [
    () => registrar.reservations.save({ planId: foreignPlan.id, tankerNumber: '1' }),
    () => registrar.reservations.save({ id: foreign.id, contactName: 'x' }),
    () => registrar.reservations.cancel({ id: foreign.id }),
  ]
  for (const call of foreigners) await expect(call()).rejects.toEqual(refusal('NOT_FOUND'))
})
