import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice, buildSite } from '#tests/support/factories.ts'
import { useOrderOffice } from '#tests/support/order-office.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
const { setUp, numbersOf, managerOf } = useOrderOffice(database)

test('Show a base the orders of both its sides, and refuse foreign records like missing ones', async () => {
  const { headquarters, east, west, admin, base, other, fan } = await setUp()
  await admin.orders.save({ type: '入库', items: [{ materialId: fan.id, number: 50 }] })
  const delivery = await admin.orders.save({
    saleCompanyId: headquarters.id,
    buyCompanyId: east.id,
    items: [{ materialId: fan.id, number: 20 }],
  })
  expect((await base.orders.find({})).data).toMatchObject([{ id: delivery.id, saleCompany: '总部', writable: false }])
  for (const call of [
    () => base.orders.delete({ id: delivery.id }),
    () => base.orders.update({ id: delivery.id, items: [] }),
  ])
    await expect(call()).rejects.toEqual(refusal('FORBIDDEN'))
  expect((await other.orders.find({})).totalCount).toBe(0)
  const items = [{ materialId: fan.id, number: 1 }]
  const device = await buildDevice(database.db, { company_id: east.id })
  const missing = 2_000_000_000
  for (const [foreign, none] of [
    [() => other.orders.delete({ id: delivery.id }), () => other.orders.delete({ id: missing })],
    [() => other.orders.update({ id: delivery.id, items }), () => other.orders.update({ id: missing, items })],
    [
      () => other.orders.save({ saleCompanyId: east.id, items }),
      () => other.orders.save({ saleCompanyId: missing, items }),
    ],
    [
      () => other.orders.save({ type: '出库', buyCompanyId: east.id, items }),
      () => other.orders.save({ type: '出库', buyCompanyId: missing, items }),
    ],
    [() => other.stock.find({ companyId: east.id }), () => other.stock.find({ companyId: missing })],
    [() => other.stock.machines({ companyId: east.id }), () => other.stock.machines({ companyId: missing })],
    [
      () => other.stock.movements({ companyId: east.id, materialId: fan.id }),
      () => other.stock.movements({ companyId: missing, materialId: fan.id }),
    ],
    [() => other.machines.clear({ id: device.id }), () => other.machines.clear({ id: missing })],
    [
      () => other.machines.updateParts({ id: device.id, materialId: fan.id, number: 1 }),
      () => other.machines.updateParts({ id: missing, materialId: fan.id, number: 1 }),
    ],
    [
      () => base.orders.save({ items: [{ materialId: missing, number: 1 }], type: '入库' }),
      () => other.orders.delete({ id: missing }),
    ],
    // A base may send goods to headquarters, but not take them from it.
    [
      () => base.orders.save({ saleCompanyId: headquarters.id, buyCompanyId: east.id, items }),
      () => other.orders.delete({ id: missing }),
    ],
  ] as const) {
    const [left, right] = await Promise.allSettled([foreign(), none()])
    const seen = [left, right].map(
      (one) => one?.status === 'rejected' && [one.reason.message.split('：')[0], one.reason.cause.code],
    )
    expect(seen).toEqual([
      ['数据不存在', 'NOT_FOUND'],
      ['数据不存在', 'NOT_FOUND'],
    ])
  }
  expect(await base.orders.companies()).toEqual([
    { id: east.id, name: '东基地', own: true },
    { id: headquarters.id, name: '总部', own: false },
  ])
  expect((await base.orders.save({ buyCompanyId: headquarters.id, saleCompanyId: east.id, items })).writable).toBe(true)
  expect(await numbersOf(admin)).toEqual([
    ['总部', '风扇', 31, 0],
    ['东基地', '风扇', 19, 0],
  ])
  // A user of a single site of a base manages no stock.
  const site = await managerOf((await buildSite(database.db, { super_company_id: west.id })).id)
  expect([(await site.stock.find({})).totalCount, (await site.orders.find({})).totalCount]).toEqual([0, 0])
  await expect(site.orders.save({ items })).rejects.toEqual(refusal('NOT_FOUND'))
})

test('Find orders by company, goods, type and day, and export a line for each kind of goods', async () => {
  const { admin, base, fan, grease } = await setUp()
  await base.orders.save({
    type: '入库',
    items: [
      { materialId: fan.id, number: 3 },
      { materialId: grease.id, number: 2 },
    ],
    notes: '=1+1',
  })
  await base.orders.save({ type: '出库', items: [{ materialId: fan.id, number: 1 }] })
  const found = async (filters: Parameters<typeof base.orders.find>[0]) =>
    (await base.orders.find(filters)).data.map(({ type }) => type)
  expect(await found({})).toEqual(['出库', '入库'])
  expect(await found({ orderWay: 'asc' })).toEqual(['入库', '出库'])
  expect(await found({ name: '硅' })).toEqual(['入库'])
  expect(await found({ type: '出库', createDateQuery: ['2026-11-20', '2026-11-20'] })).toEqual(['出库'])
  expect(await found({ createDateQuery: ['2026-11-21', '2026-11-30'] })).toEqual([])
  expect(await found({ materialId: grease.id, buyCompanyId: 1, saleCompanyId: '' })).toEqual([])
  let text = ''
  for await (const part of await admin.orders.export({ format: 'csv', orderWay: 'asc' }))
    if ('text' in part) text += part.text
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFF单号,类型,发出方,接收方,物料,数量,单位,备注,经办人,登记时间,作废时间',
    expect.stringMatching(/^1,入库,外部,东基地,风扇,3,个,'=1\+1,用户\d+,2026-11-20 12:00:00,$/),
    expect.stringMatching(/^1,入库,外部,东基地,硅脂,2,罐/),
  ])
})
