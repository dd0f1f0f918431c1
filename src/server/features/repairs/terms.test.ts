import { describe, expect, test } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { buildCaller, buildViewer, testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'

const database = useDatabase()

async function town() {
  const tenant = await buildCompany(database.db)
  const site = await buildSite(database.db, { tenant })
  const viewer = await buildViewer(database.db, { company_id: tenant.id, nick_name: '基地负责人' })
  const at = (now: Date | string = testNow) => buildCaller(database.db, { viewer, now })
  return { at, call: at(), device: (serial: string) => buildDevice(database.db, { site_id: site.id, serial }) }
}

describe('workshop, cost and warranty', () => {
  test('Record them with the return, and report a failure within the warranty', async () => {
    const { device, call, at } = await town()
    await device('A1')
    await device('A2')
    await call.repairs.save({
      type: '送修',
      serials: 'A1 A2',
      notes: '风扇',
      workshop: '南京维修中心',
      repairDateStr: '2026-11-10',
    })
    const back = { type: '送回' as const, serials: 'A1 A2', outcome: 'fixed' as const, repairDateStr: '2026-11-12' }
    await call.repairs.save({ ...back, workshop: '南京维修中心', cost: '320.505', warrantyUntil: '2026-11-19' })
    const rows = async () => (await call.repairs.find({ orderColumn: 'id', orderWay: 'asc' })).data
    expect(
      (await rows()).map(({ type, workshop, cost, warrantyUntil }) => ({ type, workshop, cost, warrantyUntil })),
    ).toEqual([
      ...[1, 2].map(() => ({ type: '送修', workshop: '南京维修中心', cost: null, warrantyUntil: null })),
      ...[1, 2].map(() => ({ type: '送回', workshop: '南京维修中心', cost: 320.51, warrantyUntil: '2026-11-19' })),
    ])
    await at('2026-11-19T04:00:00Z').repairs.save({
      type: '送修',
      deviceSerial: 'A1',
      notes: '又停',
      repairDateStr: '2026-11-19',
    })
    await call.repairs.save({ type: '送修', deviceSerial: 'A2', notes: '又停', repairDateStr: '2026-11-20' })
    expect((await rows()).map(({ underWarranty }) => underWarranty)).toEqual([false, false, false, false, true, false])
  })

  test('Accept them for a return only, and refuse a warranty that ends before it', async () => {
    const { device, call } = await town()
    await device('A1')
    const fieldsOf = (given: object) =>
      call.repairs.save({ type: '送修', deviceSerial: 'A1', notes: '风扇', ...given }).then(
        () => [],
        ({ cause }: { cause?: Partial<AppError> }) => cause?.details?.fields?.map(({ field }) => field),
      )
    expect(await fieldsOf({ cost: 10 })).toEqual(['cost'])
    expect(await fieldsOf({ warrantyUntil: '2026-12-01' })).toEqual(['warrantyUntil'])
    expect(await fieldsOf({ type: '送回', warrantyUntil: '2026-11-19' })).toEqual(['warrantyUntil'])
    await expect(call.repairs.save({ type: '送回', deviceSerial: 'A1', cost: -1 })).rejects.toThrow()
    expect((await call.repairs.find({})).totalCount).toBe(0)
  })
})
