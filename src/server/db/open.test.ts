import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { daysOfAll } from '#server/db/days-of-all.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDaily, buildDevice } from '#tests/support/factories.ts'

describe('the database', () => {
  const base = useDatabase()

  test('store a device with its parents, and count it by the triggers', async () => {
    const device = await buildDevice(base.db, { state: 'low' })
    await buildDaily(base.db, device, '2026-11-02')
    expect(await base.db.selectFrom('device_count').select(['state', 'devices']).execute()).toEqual([
      { state: 'low', devices: 1 },
    ])
    const { rows } = await sql`select business_date, low from ${daysOfAll}`.execute(base.db)
    expect(rows).toEqual([{ business_date: '2026-11-02', low: 1 }])
  })

  test('Report a long transaction that holds the only connection of the embedded engine', async () => {
    const isOnlyOne = base.embedded !== null
    expect(base.isHeld()).toBe(false)
    await base.db.transaction().execute(async () => {
      await expect.poll(() => base.isHeld()).toBe(isOnlyOne)
    })
    expect(base.isHeld()).toBe(false)
  })

  test('begin every test empty, with ids from one', async () => {
    expect((await sql<{ n: string }>`select count(*) as n from company`.execute(base.db)).rows).toEqual([{ n: '0' }])
    const device = await buildDevice(base.db)
    expect(device.id).toBe(1)
  })
})
