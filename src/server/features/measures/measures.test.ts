import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { createAudit } from '#server/services/audit.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, type UserValues } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const callerAs = async (given: UserValues = {}) =>
  buildCallerAs(database.db, given, { services: { audit: createAudit() } })

test('Add, find and change an amount exact to the cent, and audit the previous values', async () => {
  const [east, west] = [await buildCompany(database.db, { name: '华东基地' }), await buildCompany(database.db)]
  const manager = await callerAs()
  const made = await manager.measures.save({
    checkMethod: ' 水压试验 ',
    description: '承压车',
    cashAmount: '1280.30',
    companyId: east.id,
  })
  expect(made).toEqual({
    id: made.id,
    companyId: east.id,
    company: '华东基地',
    checkMethod: '水压试验',
    description: '承压车',
    cashAmount: 1280.3,
    updateTimeStr: '2026-11-20 12:00:00',
    rowVersion: 1,
  })
  const free = await manager.measures.save({ checkMethod: '外观检查', cashAmount: 0, companyId: west.id })
  expect(await manager.measures.find({ companyId: east.id })).toEqual({ data: [made], totalCount: 1 })
  expect(await manager.measures.find({ name: '外观' })).toEqual({ data: [free], totalCount: 1 })
  expect((await manager.measures.find({ name: '承压' })).data).toEqual([made])
  expect(await manager.measures.find({ page: 2, size: 1 })).toEqual({ data: [free], totalCount: 2 })
  await expect(manager.measures.save({ checkMethod: '水压试验', cashAmount: 1, companyId: east.id })).rejects.toEqual(
    refusal('DUPLICATE'),
  )

  const changed = await manager.measures.update({
    id: made.id,
    description: null,
    cashAmount: 99_999_999.99,
    rowVersion: 1,
  })
  expect(changed).toMatchObject({ description: null, cashAmount: 99_999_999.99, rowVersion: 2 })
  await expect(
    manager.measures.update({ id: made.id, checkMethod: 'x', cashAmount: 1, rowVersion: 1 }),
  ).rejects.toEqual(refusal('EDITED_BY_OTHERS'))
  await expect(manager.measures.update({ id: 2_000_000_000, checkMethod: 'x', cashAmount: 1 })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  await expect(manager.measures.save({ checkMethod: 'x', cashAmount: 1, companyId: 2_000_000_000 })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  const log = await auditEntries(database.db, 'measures.update', ['action', 'company_id', 'details'])
  expect(log).toEqual([
    {
      action: 'measures.update',
      company_id: east.id,
      details: {
        before: { check_method: '水压试验', description: '承压车', cash_amount: '1280.30' },
        after: { check_method: '水压试验', description: null, cash_amount: '99999999.99' },
      },
    },
  ])
})

test('Refuse invalid methods and amounts in words, and hide amounts from all but the management', async () => {
  const east = await buildCompany(database.db)
  const manager = await callerAs()
  const said = (given: { checkMethod?: unknown; cashAmount?: unknown }) =>
    (manager.measures.save as (input: unknown) => Promise<unknown>)({
      checkMethod: '水压',
      cashAmount: 1,
      ...given,
    }).then(
      () => 'saved',
      (error: unknown) => describeError(error, 'zh').message,
    )
  expect(await said({ checkMethod: ' ' })).toContain('检测方式不能为空')
  for (const cashAmount of ['', null, undefined]) expect(await said({ cashAmount })).toContain('金额不能为空')
  for (const cashAmount of [-1, 0.1 + 0.2, '1.005', '1e3', 1e21, Number.NaN, '100000000', 'x', [], {}])
    expect(await said({ cashAmount })).not.toBe('saved')
  expect((await manager.measures.find({})).totalCount).toBe(0)
  for (const nick_name of ['基地负责人', '检验员', '登记人员'])
    await expect((await callerAs({ nick_name, company_id: east.id })).measures.find({})).rejects.toEqual(
      refusal('FORBIDDEN'),
    )
})
