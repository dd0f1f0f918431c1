import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { createAudit } from '#server/services/audit.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildUser, type UserValues } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const callerAs = async (given: UserValues = {}) =>
  buildCallerAs(database.db, given, { services: { audit: createAudit() } })
const missing = (calls: readonly (() => Promise<unknown>)[]) =>
  Promise.allSettled(calls.map((call) => call())).then((answers) =>
    answers.map((one) => one.status === 'rejected' && [one.reason.code, one.reason.message, one.reason.cause.code]),
  )
const notFound = ['NOT_FOUND', '数据不存在', 'NOT_FOUND']

test('Create, find, rename and count a station, and delete it only when empty, each with an audit entry', async () => {
  const [east, west] = [await buildCompany(database.db, { name: '华东基地' }), await buildCompany(database.db)]
  const manager = await callerAs()
  const made = await manager.stations.save({ name: ' 一号工位 ', companyId: east.id })
  await manager.stations.save({ name: '100%_班', companyId: west.id })
  await expect(manager.stations.save({ name: '一号工位', companyId: east.id })).rejects.toEqual(refusal('DUPLICATE'))
  const blank = await manager.stations
    .save({ name: ' ', companyId: east.id })
    .catch((error: unknown) => describeError(error, 'zh').message)
  expect(blank).toContain('请填写岗位名称')
  // The same name at another base is another station.
  await manager.stations.save({ name: '一号工位', companyId: west.id })
  expect(await manager.stations.find({ companyId: east.id })).toEqual({
    data: [
      {
        id: made.id,
        name: '一号工位',
        companyId: east.id,
        company: '华东基地',
        users: 0,
        updateTimeStr: expect.any(String),
        rowVersion: 1,
      },
    ],
    totalCount: 1,
  })
  expect((await manager.stations.find({ name: '%_' })).data.map(({ name }) => name)).toEqual(['100%_班'])
  expect((await manager.stations.find({ size: 2 })).totalCount).toBe(3)
  expect((await manager.stations.find({ own: true })).totalCount).toBe(0)
  expect((await manager.stations.find({ own: true, companyId: west.id })).totalCount).toBe(2)

  expect(await manager.stations.save({ id: made.id, name: '二号工位', rowVersion: 1 })).toEqual({
    id: made.id,
    rowVersion: 2,
  })
  await expect(manager.stations.save({ id: made.id, name: '三号工位', rowVersion: 1 })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  await buildUser(database.db, { nick_name: '检验员', company_id: east.id, group_id: made.id })
  expect((await manager.stations.find({ companyId: east.id })).data[0]).toMatchObject({ name: '二号工位', users: 1 })
  await expect(manager.stations.delete({ id: made.id })).rejects.toEqual(refusal('IN_USE'))
  await database.db.updateTable('app_user').set({ group_id: null }).where('group_id', '=', made.id).execute()
  expect(await manager.stations.delete({ id: made.id })).toEqual({ id: made.id })
  expect((await manager.stations.find({ companyId: east.id })).totalCount).toBe(0)
  expect(
    await missing([
      () => manager.stations.delete({ id: made.id }),
      () => manager.stations.save({ id: made.id, name: 'x' }),
    ]),
  ).toEqual([notFound, notFound])
  // The name is free again; past reports keep the row.
  await manager.stations.save({ name: '二号工位', companyId: east.id })
  const log = await auditEntries(database.db, 'stations.%', ['action', 'company_id', 'details'])
  expect(log.map(({ action }) => action)).toEqual(
    ['save', 'save', 'save', 'save', 'delete', 'save'].map((action) => `stations.${action}`),
  )
  expect(log[3]).toMatchObject({
    company_id: east.id,
    details: { before: { name: '一号工位' }, after: { name: '二号工位' } },
  })
})

test('Let a base manager only read stations of the own base, and treat other bases as missing', async () => {
  const [east, west] = [await buildCompany(database.db), await buildCompany(database.db)]
  const site = await buildCompany(database.db, { super_company_id: east.id })
  const manager = await callerAs()
  await manager.stations.save({ name: '东', companyId: site.id })
  const foreign = await manager.stations.save({ name: '西', companyId: west.id })
  const base = await callerAs({ nick_name: '基地负责人', company_id: east.id })
  // A site has the stations of its base.
  expect(await base.stations.find({})).toMatchObject({ data: [{ name: '东', companyId: east.id }], totalCount: 1 })
  expect(await (await callerAs({ nick_name: '基地负责人', company_id: site.id })).stations.find({})).toMatchObject({
    totalCount: 1,
  })
  expect(await missing([west.id, 2_000_000_000].map((companyId) => () => base.stations.find({ companyId })))).toEqual([
    notFound,
    notFound,
  ])
  await expect(base.stations.save({ name: 'x' })).rejects.toEqual(refusal('FORBIDDEN'))
  await expect(base.stations.delete({ id: foreign.id })).rejects.toEqual(refusal('FORBIDDEN'))
  await expect((await callerAs({ nick_name: '检验员', company_id: east.id })).stations.find({})).rejects.toEqual(
    refusal('FORBIDDEN'),
  )
})

test('Assign a user a station of the own base only, and remove it on a change of base', async () => {
  const [east, west] = [await buildCompany(database.db), await buildCompany(database.db)]
  const manager = await callerAs()
  const own = await manager.stations.save({ name: '东', companyId: east.id })
  const foreign = await manager.stations.save({ name: '西', companyId: west.id })
  const user = await buildUser(database.db, { company_id: east.id, nick_name: null, phone: '13900000001' })
  const base = await callerAs({ nick_name: '基地负责人', company_id: east.id })
  const saved = await base.users.update({ id: user.id, rowVersion: 1, groupId: own.id })
  expect((await base.users.find({ groupId: own.id })).data).toMatchObject([
    { id: user.id, groupId: own.id, group: '东' },
  ])
  const { rowVersion } = saved
  expect(
    await missing(
      [foreign.id, 2_000_000_000].map((groupId) => () => base.users.update({ id: user.id, rowVersion, groupId })),
    ),
  ).toEqual([notFound, notFound])
  await manager.users.update({ id: user.id, rowVersion, companyId: west.id })
  expect((await manager.users.find({ companyId: west.id })).data).toMatchObject([
    { id: user.id, groupId: null, group: null },
  ])
})
