import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readMonths } from '#server/features/history/status.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDaily, buildDevice } from '#tests/support/factories.ts'
import { memoryStores } from '#tests/support/memory-stores.ts'
import { keepHistory } from './history.ts'

const database = useDatabase()
const stores = memoryStores()
afterAll(() => stores.archive.close())

/** Run the job at a given time. */
const keeper =
  (settings: { historyArchiveAfter: number | null }) =>
  (time: string): Promise<boolean> => {
    const config = { databaseUrl: database.url, timeZone: 'Asia/Shanghai', historyCloseAfter: 10, ...settings }
    return keepHistory(database.db, { config, logger: pino({ level: 'silent' }), now: new Date(time), ...stores })
  }

test('Close months that are over for the set days, oldest first; wait a day after a write', async () => {
  const device = await buildDevice(database.db)
  for (const day of ['2026-02-28', '2026-03-31', '2026-04-01']) await buildDaily(database.db, device, day)
  const at = keeper({ historyArchiveAfter: null })
  const states = async () =>
    (await readMonths(database.db)).map(({ month, state, isWritten }) => [month, isWritten ? 'written' : state])

  expect(await at('2026-04-10T15:59:00Z')).toBe(true)
  expect(await at('2026-04-10T15:59:00Z')).toBe(false)
  expect(await states()).toEqual([
    ['2026-02', 'closed'],
    ['2026-03', 'open'],
    ['2026-04', 'open'],
  ])
  // Eleven days into April in business time.
  expect(await at('2026-04-10T16:00:00Z')).toBe(true)
  expect(await at('2026-04-10T16:00:00Z')).toBe(false)
  await buildDaily(database.db, device, '2026-03-30')
  expect(await states()).toEqual([
    ['2026-02', 'closed'],
    ['2026-03', 'written'],
    ['2026-04', 'open'],
  ])
  expect(await at('2026-04-20T00:00:00Z')).toBe(false)
  expect(await at(new Date(Date.now() + 90_000_000).toISOString())).toBe(true)
  expect((await states()).slice(0, 2)).toEqual([
    ['2026-02', 'closed'],
    ['2026-03', 'closed'],
  ])
})

test('Archive closed months by the setting, one at a time, oldest first', async () => {
  const device = await buildDevice(database.db)
  for (const name of ['device_daily_2026_02', 'device_daily_2026_03', 'device_daily_2026_04'])
    await sql`drop table if exists ${sql.table(name)}`.execute(database.db)
  for (const day of ['2026-02-28', '2026-03-31', '2026-04-01']) await buildDaily(database.db, device, day)
  const at = keeper({ historyArchiveAfter: 2 })
  const states = async () => (await readMonths(database.db)).map(({ month, state }) => [month, state])
  expect([
    await at('2026-04-12T00:00:00Z'),
    await at('2026-04-12T00:00:00Z'),
    await at('2026-04-12T00:00:00Z'),
  ]).toEqual([true, true, false])
  expect(await states()).toEqual([
    ['2026-02', 'closed'],
    ['2026-03', 'closed'],
    ['2026-04', 'open'],
  ])
  // The end of April in UTC is May in business time: two months after the end of February.
  expect([
    await at('2026-04-30T15:59:00Z'),
    await at('2026-04-30T16:00:00Z'),
    await at('2026-04-30T16:00:00Z'),
  ]).toEqual([false, true, false])
  expect(await states()).toEqual([
    ['2026-02', 'archived'],
    ['2026-03', 'closed'],
    ['2026-04', 'open'],
  ])
  expect(stores.storage.names()).toHaveLength(1)
})
