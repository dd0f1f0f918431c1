import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { businessDay } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildUser } from '#tests/support/factories.ts'
import { memoryStores } from '#tests/support/memory-stores.ts'
import { settingsOnNodes } from '#tests/support/node-settings.ts'
import { startScheduler } from './scheduler.ts'

const database = useDatabase()
const config = {
  timeZone: 'Asia/Shanghai',
  databaseUrl: settingsOnNodes.DATABASE_URL ?? null,
  dataDir: '/nonexistent',
}

test('Create a row for every unscrapped device each new business day, with its state and no facts', async () => {
  const { db } = database
  // A server opens only days that its database's clock confirms.
  const today = businessDay(new Date(), config.timeZone)
  const tomorrow = addDays(today, 1)
  let now = new Date(`${today}T15:59:00Z`)
  const tenant = await buildCompany(db)
  const device = await buildDevice(db, { company_id: tenant.id, site_id: tenant.id, state: 'low' })
  const gone = await buildDevice(db, { company_id: tenant.id, state: 'scrap' })
  const logger = { info: vi.fn(), warn: vi.fn() }
  const scheduler = startScheduler({
    db,
    config,
    ...memoryStores(),
    clock: () => now,
    logger,
  })
  await scheduler.tick()
  await scheduler.tick()
  now = new Date(`${today}T16:00:30Z`)
  await scheduler.tick()
  await scheduler.close()
  expect(logger.warn).not.toHaveBeenCalled()
  const days = await db
    .selectFrom('device_daily')
    .select(['business_date', 'device_id', 'state', 'reported'])
    .orderBy('business_date')
    .execute()
  expect(days).toEqual([
    { business_date: today, device_id: device.id, state: 'low', reported: null },
    { business_date: tomorrow, device_id: device.id, state: 'low', reported: null },
  ])
  expect(gone.id).toBeGreaterThan(0)
  const coverage = await db
    .selectFrom('import_coverage')
    .select(['site_id', 'expected', 'status'])
    .where('business_date', '=', tomorrow)
    .execute()
  expect(coverage).toEqual([{ site_id: tenant.id, expected: 1, status: 'missing' }])
})

test('Delete expired rows, and nothing else', async () => {
  const { db } = database
  const now = new Date('2026-11-21T04:00:00Z')
  const user = await buildUser(db)
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const attempt = { user_name: 'a', network: 'n', address: 'x', succeeded: false }
  await db
    .insertInto('login_attempt')
    .values([
      { ...attempt, at: day(-31) },
      { ...attempt, at: day(-29) },
    ])
    .execute()
  const ticket = { user_id: user.id, used_at: null }
  await db
    .insertInto('login_ticket')
    .values([
      { ...ticket, token_hash: Buffer.from('a'), expires_at: day(-2) },
      { ...ticket, token_hash: Buffer.from('b'), expires_at: day(0) },
    ])
    .execute()
  const session = {
    user_id: user.id,
    company_id: user.company_id,
    password_at: null,
    ended_reason: null,
    address: null,
    agent: null,
    expires_at: day(1),
  }
  await db
    .insertInto('session')
    .values([
      { ...session, token_hash: Buffer.from('old'), expires_at: day(-40), ended_at: null },
      { ...session, token_hash: Buffer.from('ended'), ended_at: day(-31) },
      { ...session, token_hash: Buffer.from('fresh'), ended_at: null },
    ])
    .execute()
  const scheduler = startScheduler({
    db,
    config,
    ...memoryStores(),
    clock: () => now,
    logger: { info: vi.fn(), warn: vi.fn() },
  })
  await scheduler.tick()
  await scheduler.close()
  const left = await sql<{ attempts: number; tickets: number; sessions: number }>`
    select (select count(*) from login_attempt)::int as attempts, (select count(*) from login_ticket)::int as tickets,
      (select count(*) from session)::int as sessions`.execute(db)
  expect(left.rows[0]).toEqual({ attempts: 1, tickets: 1, sessions: 1 })
})

test("Open no day when the clock is 40 days ahead of the database's, log it once, then resume", async () => {
  const { db } = database
  const tenant = await buildCompany(db)
  await buildDevice(db, { company_id: tenant.id, site_id: tenant.id, state: 'low' })
  let now = new Date(Date.now() + 40 * 86_400_000)
  const logger = { info: vi.fn(), warn: vi.fn() }
  const scheduler = startScheduler({
    db,
    config: { ...config, databaseUrl: 'postgres://shared' },
    ...memoryStores(),
    clock: () => now,
    logger,
  })
  const days = () => db.selectFrom('device_daily').select('business_date').execute()
  await scheduler.tick()
  await scheduler.tick()
  expect(await days()).toEqual([])
  expect(logger.warn).toHaveBeenCalledOnce()
  now = new Date()
  await scheduler.tick()
  await scheduler.close()
  expect(await days()).toHaveLength(1)
})
