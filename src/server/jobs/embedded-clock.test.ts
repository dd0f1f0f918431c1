import { expect, test, vi } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice } from '#tests/support/factories.ts'
import { memoryStores } from '#tests/support/memory-stores.ts'
import { startScheduler } from './scheduler.ts'

const database = useDatabase()

test("Open no day when an embedded engine's clock skips days, log it once, resume when it is right", async () => {
  const { db } = database
  const tenant = await buildCompany(db)
  await buildDevice(db, { company_id: tenant.id, site_id: tenant.id, state: 'low' })
  let now = new Date('2026-11-23T04:00:00Z')
  const logger = { info: vi.fn(), warn: vi.fn() }
  const scheduler = startScheduler({
    db,
    config: { timeZone: 'Asia/Shanghai', databaseUrl: null, dataDir: '/nonexistent' },
    ...memoryStores(),
    clock: () => now,
    logger,
  })
  const days = async () =>
    (await db.selectFrom('device_daily').select('business_date').orderBy('business_date').execute()).map(
      (row) => row.business_date,
    )
  await scheduler.tick()
  now = new Date('2027-01-02T04:00:00Z')
  await scheduler.tick()
  await scheduler.tick()
  expect(await days()).toEqual(['2026-11-23'])
  expect(logger.warn).toHaveBeenCalledOnce()
  expect(scheduler.doubt()).toEqual({ today: '2027-01-02', known: '2026-11-23' })
  now = new Date('2026-11-25T04:00:00Z')
  await scheduler.tick()
  await scheduler.close()
  expect(scheduler.doubt()).toBeNull()
  expect(await days()).toEqual(['2026-11-23', '2026-11-25'])
})
