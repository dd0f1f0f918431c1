import { expect } from 'vitest'
import { buildDevice } from '#tests/support/factories.ts'
import type { Row } from './ask.ts'
import { days } from './fleet.ts'
import type { Cases, World } from './world.ts'

const stock = 'POST /api/companyMaterial/find/'
const orders = 'POST /api/companyMaterialOrder/find/'
const save = 'POST /api/companyMaterialOrder/save'
const update = 'POST /api/companyMaterialOrder/update/{id}'
const remove = 'POST /api/companyMaterialOrder/delete/{id}'
const fit = 'POST /api/machine/updatePart/{id}'
const fitted = 'GET /api/companyMaterial/find/listByMachineId?machineId={machineId}'

let kinds = 0
/** Create a base with a machine, and ten pieces of a new kind of goods in its stock. */
async function shelf(world: World) {
  const base = await world.newBase()
  const device = await buildDevice(world.db, {
    company_id: base.company.id,
    site_id: base.site.id,
    account_id: base.accountId,
  })
  const name = `风扇${++kinds}`
  const type = await world.ask('POST /api/materialType/save', {}, { name: `${name}类` })
  const { id: materialId } = await world.ask(
    'POST /api/material/save',
    {},
    { name, materialTypeId: type.id, unit: '个' },
  )
  const companyId = base.company.id
  const order = await world.ask(
    save,
    {},
    { type: '入库', buyCompanyId: companyId, items: [{ materialId, number: 10 }], notes: '首批' },
  )
  const onShelf = async (id = companyId) =>
    (await world.list(stock, { companyId: id, materialId })).data.map(({ number, fitted: used }) => [number, used])
  return { ...base, companyId, device, id: device.id, materialId, name, order, onShelf }
}

const yearOf = (body: object) => ({ ...body, businessDateQuery: ['2026-10-01', '2026-11-30'] })
type Series = { machineName: string; totalNumber: (number | null)[]; xAxisData: string[] }[]

export const stockCases: Cases = {
  C032: async (world) => {
    const { id, materialId, name, device, onShelf } = await shelf(world)
    await world.ask(fit, { id }, { materialId, number: 4 })
    expect(await onShelf()).toEqual([[6, 4]])
    const cleared = await world.ask('POST /api/machine/clearMach/{id}', { id })
    expect(cleared).toEqual({ id, serial: device.serial, moved: [{ materialId, name, unit: '个', number: 4 }] })
    expect([await onShelf(), await world.ask(fitted, { machineId: id })]).toEqual([[[10, 0]], []])
    expect(await world.ask('GET /api/device/getById/{id}', { id })).toMatchObject({
      serial: device.serial,
      state: 'normal',
    })
  },
  C033: async (world) => {
    const { id, materialId, name, onShelf } = await shelf(world)
    expect(await world.ask(fit, { id }, { materialId, number: 4, notes: '前排' })).toMatchObject([
      { materialId, name, number: 4, notes: '前排' },
    ])
    expect(await world.ask(fit, { id }, [{ materialId, number: 3 }])).toMatchObject([{ materialId, number: 3 }])
    expect(await onShelf()).toEqual([[7, 3]])
    expect((await world.refused(fit, { id }, { materialId, number: 11 })).message).toContain('库存不足')
    expect(await onShelf()).toEqual([[7, 3]])
  },
  C034: async (world) => {
    const address = 'POST /api/machine/bar/month/'
    const { company } = world.fleet
    const told = await world.ask<Series>(address, {}, yearOf({ companyId: company.id, type: 'T20' }))
    expect(told).toEqual([{ machineName: 'T20', totalNumber: [null, 1], xAxisData: ['2026-10', '2026-11'] }])
    const all = await world.ask<Series>(address, {}, yearOf({ companyId: company.id, type: '' }))
    expect(all.map(({ machineName, totalNumber }) => [machineName, totalNumber.at(-1)]).sort()).toEqual([
      ['T20', 1],
      // The one in repair is not in service.
      ['T30', 3],
    ])
  },
  C035: async (world) => {
    const { company, devices } = world.fleet
    const told = await world.ask<Series>(
      'POST /api/machine/line/month/',
      {},
      yearOf({ companyId: company.id, type: 'T20' }),
    )
    expect(told).toEqual([{ machineName: 'T20', totalNumber: [null, 1], xAxisData: ['2026-10', '2026-11'] }])
    // Three days with 3, 3 and 2 of four T30 online.
    expect([days.length, devices.filter(({ type }) => type === 'T30').length]).toEqual([3, 4])
    const [t30] = await world.ask<Series>(
      'POST /api/machine/line/month/',
      {},
      yearOf({ companyId: company.id, type: 'T30' }),
    )
    expect(t30?.totalNumber.at(-1)).toBeCloseTo(8 / 3, 1)
  },
  C105: async (world) => {
    const { id, materialId, name } = await shelf(world)
    expect(await world.ask(fitted, { machineId: id })).toEqual([])
    await world.ask(fit, { id }, { materialId, number: '2' })
    expect(await world.ask(fitted, { machineId: id })).toMatchObject([{ materialId, name, number: 2, unit: '个' }])
  },
  C115: async (world) => {
    const { companyId, materialId, name, onShelf } = await shelf(world)
    const { company: buyer } = await world.newBase()
    const moved = await world.ask(
      save,
      {},
      { buyCompanyId: buyer.id, saleCompanyId: companyId, items: [{ materialId, number: 4 }] },
    )
    expect(moved).toMatchObject({
      buyCompanyId: buyer.id,
      saleCompanyId: companyId,
      items: [{ materialId, name, number: 4 }],
    })
    expect([await onShelf(), await onShelf(buyer.id)]).toEqual([[[6, 0]], [[4, 0]]])
    expect((await world.list(orders, { companyId: buyer.id })).data).toEqual([moved])
    const more = { buyCompanyId: buyer.id, saleCompanyId: companyId, items: [{ materialId, number: 7 }] }
    expect((await world.refused(save, {}, more)).message).toContain('库存不足')
    // As in the documents: only two companies.
    expect(await world.ask(save, {}, { buyCompanyId: companyId, saleCompanyId: '' })).toMatchObject({
      items: [],
      saleCompanyId: null,
    })
  },
  C116: async (world) => {
    const { companyId, materialId, order, onShelf } = await shelf(world)
    const body = {
      buyCompanyId: companyId,
      items: [{ materialId, number: '12' }],
      notes: '改',
      rowVersion: order.rowVersion,
    }
    const changed = await world.ask(update, { id: order.id }, body)
    expect(changed).toMatchObject({
      id: order.id,
      notes: '改',
      items: [{ number: 12 }],
      rowVersion: order.rowVersion + 1,
    })
    expect([await onShelf(), (await world.list(orders, { companyId })).data]).toEqual([[[12, 0]], [changed]])
    expect((await world.refused(update, { id: order.id }, body)).code).toBe(409)
  },
  C117: async (world) => {
    const { companyId, id, materialId, order, onShelf } = await shelf(world)
    await world.ask(fit, { id }, { materialId, number: 1 })
    expect((await world.refused(remove, { id: order.id })).message).toContain('库存不足')
    await world.ask('POST /api/machine/clearMach/{id}', { id })
    expect(await world.ask(remove, { id: order.id }, { reason: '录错' })).toEqual({ id: order.id })
    expect((await world.list(orders, { companyId })).totalCount).toBe(0)
    expect((await world.list(orders, { companyId, withVoided: true })).data).toMatchObject([
      { id: order.id, voided: { reason: '录错' } },
    ])
    expect(await onShelf()).toEqual([[0, 0]])
    expect(await world.refused(remove, { id: order.id })).toMatchObject({ code: 409, message: '该出入库单已作废' })
  },
  C143: async (world) => {
    const { companyId, company, materialId, name, order, manager } = await shelf(world)
    const out = await world.ask<Row>(
      save,
      {},
      { type: '出库', saleCompanyId: companyId, items: [{ materialId, number: 3 }] },
    )
    const all = await world.list(
      orders,
      { page: 1, size: 20, companyId, orderColumn: 'id', orderWay: 'asc' },
      manager.token,
    )
    expect([all.totalCount, all.data.map(({ id, type, person }) => [id, type, person])]).toEqual([
      2,
      [
        [order.id, '入库', world.manager.user.name],
        [out.id, '出库', world.manager.user.name],
      ],
    ])
    expect((await world.list(orders, { companyId, type: '出库' })).data).toEqual([out])
    const shelves = await world.list(stock, { page: 1, size: 20, name, companyId }, manager.token)
    expect(shelves).toMatchObject({
      totalCount: 1,
      data: [{ company: company.name, materialId, name, unit: '个', materialType: `${name}类`, number: 7 }],
    })
    // A company of others gives an error, not an empty list: foreign or missing, alike.
    for (const id of [companyId, 999_999])
      expect((await world.refused(orders, {}, { companyId: id }, world.fleet.baseManager.token)).code).toBe(404)
    expect((await world.refused(stock, {}, { companyId }, world.fleet.baseManager.token)).code).toBe(404)
  },
}
