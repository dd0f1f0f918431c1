import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, buildDevice, type UserValues } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const callerAs = async (given: UserValues = {}) =>
  buildCallerAs(database.db, given, { services: { audit: createAudit() } })

for (const feature of ['materialTypes', 'models', 'tagTypes'] as const)
  test(`${feature}: add, find, rename and delete names, with an audit entry for each`, async () => {
    const calls = (await callerAs())[feature]
    const made = await calls.save({ name: ' 电源 ' })
    await calls.save({ name: '100%_风扇' })
    expect(made).toEqual({ id: made.id, name: '电源', rowVersion: 1 })
    expect(await calls.find({ size: 1 })).toEqual({ data: [made], totalCount: 2 })
    expect(await calls.find({ name: '%_', page: 1, size: 100, total: 0 })).toMatchObject({
      data: [{ name: '100%_风扇' }],
      totalCount: 1,
    })
    await expect(calls.save({ name: '电源' })).rejects.toEqual(refusal('DUPLICATE'))
    expect(await calls.update({ id: made.id, name: '电源模块', rowVersion: 1 })).toEqual({
      id: made.id,
      name: '电源模块',
      rowVersion: 2,
    })
    await expect(calls.update({ id: made.id, name: '另一个', rowVersion: 1 })).rejects.toEqual(
      refusal('EDITED_BY_OTHERS'),
    )
    expect(await calls.update({ id: made.id, name: '电源' })).toMatchObject({ rowVersion: 3 })
    expect(await calls.delete({ id: made.id })).toEqual({ id: made.id })
    const gone = [
      () => calls.delete({ id: made.id }),
      () => calls.update({ id: made.id, name: 'x' }),
      () => calls.update({ id: made.id, name: 'x', rowVersion: 1 }),
    ]
    for (const call of gone) await expect(call()).rejects.toEqual(refusal('NOT_FOUND'))
    const log = await database.db.selectFrom('audit_log').select('action').orderBy('id').execute()
    expect(log.map(({ action }) => action)).toEqual(
      ['save', 'save', 'update', 'update', 'delete'].map((action) => `${feature}.${action}`),
    )
  })

test('Return goods with the names of their categories, and keep categories in use', async () => {
  const manager = await callerAs()
  const type = await manager.materialTypes.save({ name: '电气件' })
  const model = await manager.models.save({ name: '电源' })
  const given = { name: '电源 1800W', materialTypeId: type.id, modelId: model.id, unit: '个' }
  const made = await manager.materials.save(given)
  expect(made).toEqual({ ...given, id: made.id, materialType: '电气件', model: '电源', rowVersion: 1 })
  const plain = await manager.materials.save({ name: '扎带', materialTypeId: type.id })
  expect(plain).toMatchObject({ modelId: null, model: null, unit: null })
  await expect(manager.materials.save(given)).rejects.toEqual(refusal('DUPLICATE'))
  await expect(manager.materials.save({ ...given, name: 'x', modelId: 99_999 })).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(manager.materials.save({ ...given, name: 'x', materialTypeId: 99_999 })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  expect(await manager.materials.find({ modelId: model.id })).toEqual({ data: [made], totalCount: 1 })
  expect((await manager.materials.find({ name: '扎', materialTypeId: type.id })).data).toEqual([plain])
  await expect(manager.materialTypes.delete({ id: type.id })).rejects.toEqual(refusal('IN_USE'))
  await expect(manager.models.delete({ id: model.id })).rejects.toEqual(refusal('IN_USE'))
  const changed = { id: made.id, name: '电源 2000W', modelId: null, unit: '', rowVersion: 1 }
  expect(await manager.materials.update(changed)).toMatchObject({
    name: '电源 2000W',
    modelId: null,
    unit: null,
    rowVersion: 2,
  })
  await expect(manager.materials.update(changed)).rejects.toEqual(refusal('EDITED_BY_OTHERS'))
  expect(await manager.models.delete({ id: model.id })).toEqual({ id: model.id })
  expect(await manager.materials.delete({ id: made.id })).toEqual({ id: made.id })
  await expect(manager.materials.delete({ id: made.id })).rejects.toEqual(refusal('NOT_FOUND'))
})

test('Show the parts of a machine only to its own base; refuse others like a missing machine', async () => {
  const [east, west] = [await buildCompany(database.db), await buildCompany(database.db)]
  const [machine, foreign] = [
    await buildDevice(database.db, { company_id: east.id }),
    await buildDevice(database.db, { company_id: west.id }),
  ]
  const manager = await callerAs()
  const { id: type } = await manager.materialTypes.save({ name: '散热件' })
  const fan = await manager.materials.save({ name: '风扇', materialTypeId: type, unit: '个' })
  const fitted = (company_id: number, machine_id: number | null, number: number) =>
    database.db
      .insertInto('company_material')
      .values({ company_id, machine_id, material_id: fan.id, number, notes: null })
      .execute()
  await fitted(east.id, machine.id, 4)
  await fitted(east.id, null, 120)
  await fitted(west.id, foreign.id, 2)
  const base = await callerAs({ nick_name: '基地负责人', company_id: east.id })
  expect(await base.parts.byMachine({ machineId: machine.id })).toEqual([
    { id: expect.any(Number), materialId: fan.id, name: '风扇', unit: '个', number: 4, notes: null, rowVersion: 1 },
  ])
  expect(await manager.parts.byMachine({ machineId: foreign.id })).toMatchObject([{ number: 2 }])
  const refusals = await Promise.allSettled(
    [foreign.id, 2_000_000_000].map((machineId) => base.parts.byMachine({ machineId })),
  )
  expect(
    refusals.map((one) => one.status === 'rejected' && [one.reason.code, one.reason.message, one.reason.cause.code]),
  ).toEqual([
    ['NOT_FOUND', '数据不存在', 'NOT_FOUND'],
    ['NOT_FOUND', '数据不存在', 'NOT_FOUND'],
  ])
  await expect(manager.materials.delete({ id: fan.id })).rejects.toEqual(refusal('IN_USE'))
})

test('Let every role of a base read the lists, and only the management change them', async () => {
  for (const nick_name of ['基地负责人', '检验员', '登记人员'] as const) {
    const caller = await callerAs({ nick_name })
    expect(await caller.models.find({})).toEqual({ data: [], totalCount: 0 })
    await expect(caller.models.save({ name: 'x' })).rejects.toEqual(refusal('FORBIDDEN'))
  }
  const client = await buildClient(database.db)
  for (const given of [{ nick_name: null }, { nick_name: '客户', company_id: client.company_id, client_id: client.id }])
    await expect((await callerAs(given)).materials.find({})).rejects.toEqual(refusal('FORBIDDEN'))
  await expect((await callerAs({ nick_name: '检验员' })).parts.byMachine({ machineId: 1 })).rejects.toEqual(
    refusal('FORBIDDEN'),
  )
})
