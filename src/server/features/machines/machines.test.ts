import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDaily, buildDevice } from '#tests/support/factories.ts'
import { useMachineParts } from '#tests/support/machine-parts.ts'
import { refusal } from '#tests/support/refusal.ts'
import { shapeOfRun } from '#tests/support/shape.ts'

const database = useDatabase()
const { setUp, shelfOf, expectBalanced, callerAs } = useMachineParts(database)

test('Move parts between a machine and the stock of its company, one by one or all at once', async () => {
  const { company, admin, base, fan, board } = await setUp()
  const device = await buildDevice(database.db, { company_id: company.id })
  expect(
    await base.machines.updateParts({ id: device.id, materialId: fan.id, number: 4, notes: '左侧' }),
  ).toMatchObject([{ name: '风扇', number: 4, notes: '左侧', rowVersion: 1 }])
  const both = await base.machines.updateParts({
    id: device.id,
    parts: [
      { materialId: fan.id, number: 6, rowVersion: 1 },
      { materialId: board.id, number: 3 },
    ],
  })
  expect(both.map(({ name, number, notes }) => [name, number, notes])).toEqual([
    ['风扇', 6, '左侧'],
    ['算力板', 3, null],
  ])
  expect(await shelfOf(base)).toEqual({ 风扇: [4, 6], 算力板: [2, 3] })
  // Change and remove only notes, without a stock movement.
  const noted = async (notes: string | null) =>
    (await base.machines.updateParts({ id: device.id, materialId: board.id, number: 3, notes })).map((row) => row.notes)
  expect([await noted(' 旧板 '), await noted(''), await noted('新板'), await noted(null)]).toEqual(
    ['旧板', null, '新板', null].map((notes) => ['左侧', notes]),
  )
  await expect(
    base.machines.updateParts({ id: device.id, materialId: fan.id, number: 5, rowVersion: 1 }),
  ).rejects.toEqual(refusal('EDITED_BY_OTHERS'))
  await expect(base.machines.updateParts({ id: device.id, materialId: fan.id, number: 11 })).rejects.toThrow(
    '东基地的「风扇」库存不足：现有 4 个，需要 5 个',
  )
  for (const wrong of [
    {},
    { materialId: fan.id },
    { materialId: fan.id, number: -1 },
    { parts: [] },
    { materialId: fan.id, number: 1, parts: [{ materialId: fan.id, number: 1 }] },
  ])
    await expect(base.machines.updateParts({ id: device.id, ...wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(base.machines.updateParts({ id: device.id, materialId: 2_000_000_000, number: 1 })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  expect(await base.stock.machines({ serial: device.serial.slice(-4), materialId: board.id })).toEqual({
    data: [
      {
        ...{ machineId: device.id, serial: device.serial, type: 'T30', state: 'normal', site: expect.any(String) },
        parts: [
          { materialId: fan.id, name: '风扇', unit: '个', number: 6 },
          { materialId: board.id, name: '算力板', unit: '块', number: 3 },
        ],
      },
    ],
    totalCount: 1,
  })
  expect(await base.machines.updateParts({ id: device.id, materialId: board.id, number: 0 })).toHaveLength(1)
  const cleared = await base.machines.clear({ id: device.id })
  expect(cleared).toEqual({
    id: device.id,
    serial: device.serial,
    moved: [{ materialId: fan.id, name: '风扇', unit: '个', number: 6 }],
  })
  expect((await base.machines.clear({ id: device.id })).moved).toEqual([])
  expect(await shelfOf(base)).toEqual({ 风扇: [10, 0], 算力板: [5, 0] })
  expect(await base.parts.byMachine({ machineId: device.id })).toEqual([])
  expect((await base.stock.machines({})).totalCount).toBe(0)
  const { data: ledger } = await admin.stock.movements({ companyId: company.id, materialId: board.id })
  expect(
    ledger.map(({ cause, stockChange, fittedChange, stockAfter, serial }) => [
      cause,
      stockChange,
      fittedChange,
      stockAfter,
      serial,
    ]),
  ).toEqual([
    ['fit', 3, -3, 5, device.serial],
    ['fit', -3, 3, 2, device.serial],
    ['order', 5, 0, 5, null],
  ])
  expect(
    (await database.db.selectFrom('device').select('state').where('id', '=', device.id).executeTakeFirstOrThrow())
      .state,
  ).toBe('normal')
  await expectBalanced()
  const inspector = await callerAs({ nick_name: '检验员', company_id: company.id })
  await expect(inspector.machines.clear({ id: device.id })).rejects.toEqual(refusal('FORBIDDEN'))
})

test('Refuse to fit or remove parts of a scrapped machine', async () => {
  const { company, base, fan } = await setUp()
  const device = await buildDevice(database.db, { company_id: company.id })
  await base.machines.updateParts({ id: device.id, materialId: fan.id, number: 4 })
  await database.db.updateTable('device').set({ state: 'scrap' }).where('id', '=', device.id).execute()
  await expect(base.machines.updateParts({ id: device.id, materialId: fan.id, number: 5 })).rejects.toEqual(
    refusal('DEVICE_SCRAPPED'),
  )
  await expect(base.machines.clear({ id: device.id })).rejects.toEqual(refusal('DEVICE_SCRAPPED'))
  expect((await shelfOf(base)).风扇).toEqual([6, 4])
})

test('Show the average of known days of a month by type, and null without any', async () => {
  const { company, base } = await setUp()
  const [one, two, three] = [
    await buildDevice(database.db, { company_id: company.id }),
    await buildDevice(database.db, { company_id: company.id, state: 'offline' }),
    await buildDevice(database.db, { company_id: company.id, type: 'T20', state: 'repairing' }),
  ]
  for (const device of [one, two, three])
    for (const day of ['2026-09-01', '2026-09-02']) await buildDaily(database.db, device, day)
  await buildDaily(database.db, two, '2026-11-01', { state: 'normal', reported: true })
  const foreign = await buildDevice(database.db, {})
  await buildDaily(database.db, foreign, '2026-09-01')
  const period = { businessDateQuery: ['2026-09-01', '2026-11-30'] as [string, string] }
  const xAxisData = ['2026-09', '2026-10', '2026-11']
  expect(await base.machines.bar(period)).toEqual([
    { machineName: 'T30', totalNumber: [2, null, 1], xAxisData },
    { machineName: 'T20', totalNumber: [0, null, null], xAxisData },
  ])
  expect(await base.machines.line({ ...period, type: 'T30', companyId: company.id })).toEqual([
    { machineName: 'T30', totalNumber: [1, null, 1], xAxisData },
  ])
  const year = await base.machines.bar({})
  expect(year[0]?.xAxisData).toHaveLength(12)
  expect(year[0]?.xAxisData.at(-1)).toBe('2026-11')
  await expect(base.machines.bar({ companyId: foreign.company_id })).rejects.toEqual(refusal('NOT_FOUND'))
})

test('Record parts of a deleted machine as gone, and delete the orders of a deleted company', async () => {
  const { company, admin, base, fan } = await setUp()
  const [kept, gone] = [
    await buildDevice(database.db, { company_id: company.id }),
    await buildDevice(database.db, { company_id: company.id }),
  ]
  for (const { id } of [kept, gone]) await base.machines.updateParts({ id, materialId: fan.id, number: 2 })
  // On several nodes no foreign key deletes the parts: the product deletes them first.
  if (shapeOfRun().spread) await database.db.deleteFrom('company_material').where('machine_id', '=', gone.id).execute()
  await database.db.deleteFrom('device').where('id', '=', gone.id).execute()
  expect(await shelfOf(base)).toMatchObject({ 风扇: [6, 2] })
  const { data: ledger } = await base.stock.movements({ companyId: company.id, materialId: fan.id })
  expect(ledger[0]).toMatchObject({ cause: 'gone', stockChange: 0, fittedChange: -2, stockAfter: 6, machineId: null })
  const west = await buildCompany(database.db)
  await admin.orders.save({
    saleCompanyId: company.id,
    buyCompanyId: west.id,
    items: [{ materialId: fan.id, number: 1 }],
  })
  for (const table of ['stock_movement', 'company_material'] as const)
    await database.db.deleteFrom(table).where('company_id', '=', west.id).execute()
  await database.db.deleteFrom('company').where('id', '=', west.id).execute()
  expect((await admin.orders.find({})).totalCount).toBe(1)
  expect(await shelfOf(base)).toMatchObject({ 风扇: [5, 2] })
})
