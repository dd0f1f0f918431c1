import { expect, test } from 'vitest'
import { auditEntries } from '#tests/support/audit-log.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { useOrderOffice } from '#tests/support/order-office.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const { setUp, numbersOf, managerOf } = useOrderOffice(database)

test('Move the goods of an order, move the difference of a change, and reverse a deleted order', async () => {
  const { east, west, admin, base, fan, grease } = await setUp()
  const bought = await base.orders.save({
    type: '入库',
    notes: ' 采购 ',
    items: [
      { materialId: fan.id, number: 10 },
      { materialId: grease.id, number: 1.5 },
    ],
  })
  expect(bought).toMatchObject({
    type: '入库',
    buyCompany: '东基地',
    saleCompany: null,
    notes: '采购',
    writable: true,
    rowVersion: 1,
    voided: null,
  })
  expect(bought.items).toEqual([
    { materialId: fan.id, name: '风扇', unit: '个', number: 10 },
    { materialId: grease.id, name: '硅脂', unit: '罐', number: 1.5 },
  ])
  const sent = await admin.orders.save({
    buyCompanyId: west.id,
    saleCompanyId: east.id,
    items: [{ materialId: fan.id, number: 4 }],
  })
  expect(sent).toMatchObject({ type: '出库', saleCompanyId: east.id, buyCompanyId: west.id })
  expect(await numbersOf(admin)).toEqual([
    ['东基地', '风扇', 6, 0],
    ['东基地', '硅脂', 1.5, 0],
    ['西基地', '风扇', 4, 0],
  ])
  const changed = await admin.orders.update({
    id: sent.id,
    saleCompanyId: east.id,
    buyCompanyId: west.id,
    items: [{ materialId: fan.id, number: 6 }],
    rowVersion: 1,
  })
  expect(changed).toMatchObject({ rowVersion: 2, items: [{ number: 6 }] })
  await expect(admin.orders.update({ id: sent.id, items: [], rowVersion: 1 })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  expect(await admin.orders.update({ id: sent.id, notes: '调拨' })).toMatchObject({
    notes: '调拨',
    saleCompanyId: east.id,
    items: [{ number: 6 }],
  })
  expect(await numbersOf(admin, west.id)).toEqual([['西基地', '风扇', 6, 0]])
  expect(await admin.orders.delete({ id: sent.id, reason: '重复' })).toEqual({ id: sent.id })
  expect(await numbersOf(admin, west.id)).toEqual([['西基地', '风扇', 0, 0]])
  expect(await numbersOf(base)).toEqual([
    ['东基地', '风扇', 10, 0],
    ['东基地', '硅脂', 1.5, 0],
  ])
  expect(await numbersOf(admin, west.id)).toHaveLength(1)
  expect((await admin.stock.find({ companyId: west.id, inStock: true })).totalCount).toBe(0)
  for (const again of [
    () => admin.orders.delete({ id: sent.id }),
    () => admin.orders.update({ id: sent.id, items: [] }),
  ])
    await expect(again()).rejects.toEqual(refusal('ORDER_VOIDED'))
  expect((await admin.orders.find({})).data.map(({ id }) => id)).toEqual([bought.id])
  expect(await admin.orders.find({ withVoided: true, buyCompanyId: west.id })).toMatchObject({
    totalCount: 1,
    data: [{ voided: { reason: '重复' }, writable: false }],
  })
  const ledger = await admin.stock.movements({ companyId: west.id, materialId: fan.id })
  expect(
    ledger.data.map(({ cause, stockChange, stockAfter, orderId }) => [cause, stockChange, stockAfter, orderId]),
  ).toEqual([
    ['void', -6, 0, sent.id],
    ['update', 2, 6, sent.id],
    ['order', 4, 4, sent.id],
  ])
  const log = await auditEntries(database.db, 'orders.%', ['action', 'company_id', 'target_id'])
  expect(log.map(({ action, company_id }) => [action, company_id])).toEqual([
    ['orders.save', east.id],
    ['orders.save', east.id],
    ['orders.update', east.id],
    ['orders.update', east.id],
    ['orders.delete', east.id],
  ])
  await expect(admin.materials.delete({ id: grease.id })).rejects.toEqual(refusal('IN_USE'))
})

test('Accept only whole numbers of goods counted in pieces, and fractions of other units', async () => {
  const { east, base, fan, grease } = await setUp()
  const items = [
    { materialId: grease.id, number: 2.5 },
    { materialId: fan.id, number: 2.5 },
  ]
  await expect(base.orders.save({ type: '入库', items })).rejects.toMatchObject({
    message: '「风扇」按“个”计数，数量须为整数',
    cause: { code: 'VALIDATION', details: { fields: [{ field: 'items.1.number', label: '风扇' }] } },
  })
  const { id } = await base.orders.save({
    type: '入库',
    items: items.map((item) => ({ ...item, number: item.materialId === fan.id ? 2 : 2.5 })),
  })
  await expect((await managerOf(east.id, 'en')).orders.update({ id, items })).rejects.toThrow(
    '“风扇” is counted in “个”: the quantity must be whole',
  )
  const device = await buildDevice(database.db, { company_id: east.id })
  await expect(base.machines.updateParts({ id: device.id, materialId: fan.id, number: 0.5 })).rejects.toThrow(
    '数量须为整数',
  )
  expect(await base.machines.updateParts({ id: device.id, materialId: grease.id, number: 0.5 })).toMatchObject([
    { number: 0.5 },
  ])
  expect(await numbersOf(base)).toEqual([
    ['东基地', '风扇', 2, 0],
    ['东基地', '硅脂', 2, 0.5],
  ])
})

test('Never let stock become negative: name all short goods in one sentence, and write nothing', async () => {
  const { east, base, fan, grease } = await setUp()
  const bought = await base.orders.save({ type: '入库', items: [{ materialId: fan.id, number: 3 }] })
  const short = {
    type: '出库' as const,
    items: [
      { materialId: fan.id, number: 5 },
      { materialId: grease.id, number: 1 },
    ],
  }
  await expect(base.orders.save(short)).rejects.toThrow(
    '东基地的「风扇」库存不足：现有 3 个，需要 5 个；东基地的「硅脂」库存不足：现有 0 罐，需要 1 罐，未做任何更改',
  )
  await expect((await managerOf(east.id, 'en')).orders.save(short)).rejects.toThrow(
    '东基地 is short of “风扇”: 3 个 there, 5 个 needed',
  )
  await expect(
    base.orders.update({ id: bought.id, type: '出库', items: [{ materialId: fan.id, number: 5 }] }),
  ).rejects.toThrow('现有 0 个，需要 5 个')
  await base.orders.save({ type: '出库', items: [{ materialId: fan.id, number: 1 }] })
  await expect(base.orders.update({ id: bought.id, items: [] })).rejects.toThrow('现有 2 个，需要 3 个')
  await expect(base.orders.delete({ id: bought.id })).rejects.toEqual(refusal('STOCK_SHORT'))
  expect(await numbersOf(base)).toEqual([['东基地', '风扇', 2, 0]])
  expect((await base.orders.find({})).totalCount).toBe(2)
  for (const number of [0, -1, 0.0005, Number.NaN])
    await expect(base.orders.save({ items: [{ materialId: fan.id, number }] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  await expect(
    base.orders.save({
      items: [
        { materialId: fan.id, number: 1 },
        { materialId: fan.id, number: 2 },
      ],
    }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(
    base.orders.save({ type: '入库', saleCompanyId: east.id, items: [{ materialId: fan.id, number: 1 }] }),
  ).rejects.toEqual(refusal('VALIDATION'))
})

test('Apply each of fifty concurrent orders once, and the same request key only once', async () => {
  const { base, fan } = await setUp()
  await base.orders.save({ type: '入库', items: [{ materialId: fan.id, number: 30 }] })
  const sent = await Promise.allSettled(
    Array.from({ length: 50 }, () => base.orders.save({ type: '出库', items: [{ materialId: fan.id, number: 1 }] })),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  expect(await numbersOf(base)).toEqual([['东基地', '风扇', 0, 0]])
  const request = { type: '入库' as const, requestKey: 'one', items: [{ materialId: fan.id, number: 7 }] }
  const same = await Promise.all(Array.from({ length: 5 }, () => base.orders.save(request)))
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
  expect(await numbersOf(base)).toEqual([['东基地', '风扇', 7, 0]])
})
