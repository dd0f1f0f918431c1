import { expect, test } from 'vitest'
import { auditNames } from '#server/features/audit/names.ts'
import { loadPlaceBook } from '#server/services/places/place-book.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildSite, buildUser, type UserValues } from '#tests/support/factories.ts'
import { codeOf } from '#tests/support/refusal.ts'
import { recordedAudit } from '#tests/support/services.ts'

const database = useDatabase()

async function callerAs(given: UserValues = {}) {
  const { audit, written } = recordedAudit()
  const user = await buildUser(database.db, { nick_name: '检验员', ...given })
  return {
    caller: buildCaller(database.db, { viewer: await viewerOf(database.db, user), services: { audit } }),
    written,
    user,
  }
}

test('Find measurements by testee, person, town and status, newest first, and audit the reading', async () => {
  const base = await buildCompany(database.db)
  const { caller: manager } = await callerAs({ nick_name: '管理层' })
  const { caller, written, user } = await callerAs({ company_id: base.id, name: '李检' })
  const town = await manager.towns.save({ name: '和平镇' })
  const testee = await caller.testees.save({
    name: '王五',
    sex: '男',
    phone: '13812345678',
    birthday: '1980-11-21',
    townId: town.id,
  })
  expect(testee).toMatchObject({
    name: '王五',
    sex: '男',
    phone: '138****5678',
    birthday: null,
    age: 45,
    townName: '和平镇',
    traces: 0,
    lastMeasureTimeStr: null,
  })
  const first = await caller.traces.save({
    testeeId: testee.id,
    measureTimeStr: '2026-11-01 08:30',
    systolic: '128',
    diastolic: 82,
    bmi: 23.4,
    conclusions: '正常',
  })
  // The log names the person, not the number of the measurement.
  const logged = { actor_user_id: user.id, target_kind: 'trace', target_id: String(first.id) }
  expect(await auditNames(database.db, await loadPlaceBook(database.db), [logged])).toEqual([
    { actorName: '李检', targetName: '王五' },
  ])
  const second = await caller.traces.save({ testeeId: testee.id, fastingBloodSugar: '5.6' })
  expect(first).toMatchObject({
    status: 0,
    testeeId: testee.id,
    measureTimeStr: '2026-11-01 08:30:00',
    systolic: 128,
    diastolic: 82,
    attachments: [],
  })
  expect(second).toMatchObject({
    measureTimeStr: '2026-11-20 12:00:00',
    fastingBloodSugar: 5.6,
    systolic: null,
    userName: '李检',
  })
  const ids = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id)
  expect(ids(await caller.traces.find({ testeeId: testee.id }))).toEqual([second.id, first.id])
  expect(ids(await caller.traces.ofTestee({ testeeId: testee.id, size: 1, page: 2 }))).toEqual([first.id])
  expect(ids(await caller.traces.ofTown({ townId: town.id }))).toEqual([second.id, first.id])
  expect(ids(await caller.traces.find({ userId: user.id, name: '王' }))).toEqual([second.id, first.id])
  expect((await caller.traces.find({ townId: town.id + 1 })).totalCount).toBe(0)
  expect(written.filter(({ result }) => result === 'read').map(({ action }) => action)).toEqual([
    'traces.find',
    'traces.ofTestee',
    'traces.ofTown',
    'traces.find',
  ])
  expect(await caller.traces.setStatus({ id: first.id, status: 1 })).toMatchObject({
    id: first.id,
    testeeId: testee.id,
    deviceId: null,
    status: 1,
  })
  expect(ids(await caller.traces.find({ status: '1' }))).toEqual([first.id])
  const updated = await caller.traces.update({ id: first.id, systolic: 130, diastolic: 84, rowVersion: 2 })
  expect(updated).toMatchObject({
    systolic: 130,
    bmi: 23.4,
    measureTimeStr: '2026-11-01 08:30:00',
    status: 1,
    rowVersion: 3,
  })
  expect(await codeOf(caller.traces.update({ id: first.id, rowVersion: 2 }))).toBe('EDITED_BY_OTHERS')
  expect(await caller.traces.get({ id: first.id })).toMatchObject({ systolic: 130, name: '王五', age: 45 })
  const ahead = {
    cause: { code: 'VALIDATION', details: { field: 'measureTimeStr', sentence: '测量时间不能晚于现在' } },
  }
  await expect(
    caller.traces.save({ testeeId: testee.id, bmi: 20, measureTimeStr: '2026-11-20 12:00:01' }),
  ).rejects.toMatchObject(ahead)
  await expect(caller.traces.update({ id: first.id, measureTimeStr: '2027-01-01 08:00' })).rejects.toMatchObject(ahead)
  await expect(caller.testees.save({ name: '未生', birthday: '2026-11-21' })).rejects.toMatchObject({
    cause: { details: { field: 'birthday' } },
  })
  expect(await caller.testees.get({ id: testee.id })).toMatchObject({
    traces: 2,
    lastMeasureTimeStr: '2026-11-20 12:00:00',
  })
})

test('Show whole phones and birthdays to administrators of people; a form without them keeps them', async () => {
  const base = await buildCompany(database.db)
  const { caller: inspector } = await callerAs({ company_id: base.id })
  const { caller: manager } = await callerAs({ company_id: base.id, nick_name: '基地负责人' })
  const { id } = await inspector.testees.save({ name: '赵六', phone: '13912345678', birthday: '2000-02-29' })
  expect(await manager.testees.get({ id })).toMatchObject({ phone: '13912345678', birthday: '2000-02-29', age: 26 })
  await inspector.testees.update({ id, name: '赵六六', rowVersion: 1 })
  expect(await manager.testees.get({ id })).toMatchObject({
    name: '赵六六',
    phone: '13912345678',
    birthday: '2000-02-29',
  })
  expect(await manager.testees.update({ id, name: '赵六六', phone: null, birthday: '' })).toMatchObject({
    phone: null,
    birthday: null,
    age: null,
  })
  expect((await manager.testees.find({ name: '六' })).data).toMatchObject([{ id, traces: 0 }])
})

test('Show everyone their own traces, without measurements where forbidden, and nobody else’s', async () => {
  const base = await buildCompany(database.db)
  const { caller, user } = await callerAs({ company_id: base.id })
  const testee = await caller.testees.save({ name: '王五' })
  const { id } = await caller.traces.save({ testeeId: testee.id, systolic: 120, conclusions: '正常' })
  expect((await caller.traces.mine({})).data).toMatchObject([{ id, systolic: 120 }])
  await database.db.updateTable('app_user').set({ nick_name: '登记人员' }).where('id', '=', user.id).execute()
  const registrar = buildCaller(database.db, {
    viewer: await viewerOf(database.db, { ...user, nick_name: '登记人员' }),
  })
  for (const page of [await registrar.traces.mine({}), await registrar.traces.find({ userId: user.id })]) {
    expect(page.data).toMatchObject([{ id, name: '王五', systolic: null, conclusions: null }])
  }
  const { caller: stranger } = await callerAs({ company_id: base.id, nick_name: null })
  expect((await stranger.traces.mine({})).totalCount).toBe(0)
  expect(await codeOf(stranger.traces.find({ userId: user.id }))).toBe('FORBIDDEN')
  expect(await codeOf(stranger.traces.get({ id }))).toBe('FORBIDDEN')
})

test('Treat a testee or trace of another base or site as missing, and limit measurements', async () => {
  const base = await buildCompany(database.db)
  const [north, south] = [
    await buildSite(database.db, { tenant: base }),
    await buildSite(database.db, { tenant: base }),
  ]
  const { caller } = await callerAs({ company_id: north.id })
  const testee = await caller.testees.save({ name: '王五' })
  const trace = await caller.traces.save({ testeeId: testee.id, systolic: 120 })
  const device = await buildDevice(database.db, { company_id: base.id, site_id: north.id })
  await caller.traces.setStatus({ deviceId: device.id, status: 2 })
  const { caller: above } = await callerAs({ company_id: base.id })
  expect((await above.traces.find({})).data).toMatchObject([{ serial: device.serial, status: 2 }, { id: trace.id }])
  expect((await above.traces.find({ companyId: south.id })).totalCount).toBe(0)
  expect((await above.testees.find({ companyId: north.id })).totalCount).toBe(1)
  for (const company_id of [(await buildCompany(database.db)).id, south.id]) {
    const { caller: foreign } = await callerAs({ company_id })
    expect((await foreign.traces.find({})).totalCount + (await foreign.testees.find({})).totalCount).toBe(0)
    const refused = [
      foreign.testees.get({ id: testee.id }),
      foreign.testees.update({ id: testee.id, name: '甲' }),
      foreign.testees.save({ name: '甲', companyId: north.id }),
      foreign.testees.find({ companyId: north.id }),
      foreign.traces.get({ id: trace.id }),
      foreign.traces.save({ testeeId: testee.id, bmi: 20 }),
      foreign.traces.update({ id: trace.id }),
      foreign.traces.setStatus({ id: trace.id, status: 3 }),
      foreign.traces.setStatus({ deviceId: device.id, status: 3 }),
    ]
    expect(await Promise.all(refused.map(codeOf))).toEqual(Array(9).fill('NOT_FOUND'))
  }
  const wrong = [
    { systolic: 39 },
    { systolic: 80, diastolic: 90 },
    { diastolic: 80.5 },
    { bmi: 101 },
    { measureTimeStr: '2026-02-30 08:00', bmi: 20 },
    { measureTimeStr: '2026-11-20 08:00', systolic: '', conclusions: ' ' },
  ]
  expect(
    await Promise.all(wrong.map((given) => codeOf(caller.traces.save({ testeeId: testee.id, ...given })))),
  ).toEqual(Array(6).fill('BAD_REQUEST'))
  expect(await codeOf(caller.traces.update({ id: trace.id, systolic: null }))).toBe('VALIDATION')
  expect(await codeOf(caller.traces.setStatus({ id: trace.id, status: 0 as 1 }))).toBe('BAD_REQUEST')
  expect(await codeOf(caller.testees.save({ name: '甲', townId: 999 }))).toBe('NOT_FOUND')
  expect(await codeOf(caller.towns.save({ name: '甲' }))).toBe('FORBIDDEN')
})
