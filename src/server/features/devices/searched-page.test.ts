import { expect, test } from 'vitest'
import { deviceSortColumns } from '#shared/devices.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice } from '#tests/support/factories.ts'

const database = useDatabase()

test('Find a part of a serial in any order; require three characters in a large fleet', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const caller = await buildCallerAs(db, { company_id: base.id, nick_name: '基地负责人' })
  for (const serial of ['AB-101', 'ab-102', 'AB-103', 'XY-104']) await buildDevice(db, { company_id: base.id, serial })
  const found = async (serial: string, asked: object = {}) =>
    (await caller.devices.find({ serial, ...asked })).data.map((row) => row.serial)
  for (const orderColumn of deviceSortColumns) {
    const rows = await found('b-10', { orderColumn })
    expect([...rows].sort()).toEqual(['AB-101', 'AB-103', 'ab-102'])
    expect(await found('b-10', { orderColumn, size: 2, page: 2 })).toEqual(rows.slice(2))
  }
  expect(await found('b-10', { orderColumn: 'id', orderWay: 'desc' })).toEqual(['AB-103', 'ab-102', 'AB-101'])
  expect(await found('xy')).toEqual(['XY-104'])
  await db.updateTable('device_count').set({ devices: 60_000 }).where('company_id', '=', base.id).execute()
  expect(await found('XY-')).toEqual(['XY-104'])
  const refused = { cause: { code: 'TOO_WIDE' } }
  await expect(caller.devices.find({ serial: 'xy' })).rejects.toMatchObject(refused)
  await expect(caller.devices.export({ serial: 'xy', format: 'csv' })).rejects.toMatchObject(refused)
})
