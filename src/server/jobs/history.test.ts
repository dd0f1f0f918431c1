import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readMonths } from '#server/features/history/status.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDaily, buildDevice } from '#tests/support/factories.ts'
import { keepHistory } from './history.ts'

const database = useDatabase()

test('months are closed one at a time, the oldest first, when their days after the end are over; one that was written waits a day', async () => {
  const device = await buildDevice(database.db)
  for (const day of ['2026-02-28', '2026-03-31', '2026-04-01']) await buildDaily(database.db, device, day)
  const config = { databaseUrl: database.url, timeZone: 'Asia/Shanghai', historyCloseAfter: 10 }
  const at = (time: string) => keepHistory(database.db, { config, logger: pino({ level: 'silent' }), now: new Date(time) })
  const states = async () => (await readMonths(database.db)).map(({ month, state, isWritten }) => [month, isWritten ? 'written' : state])

  expect(await at('2026-04-10T15:59:00Z')).toBe(true)
  expect(await at('2026-04-10T15:59:00Z')).toBe(false)
  expect(await states()).toEqual([
    ['2026-02', 'closed'],
    ['2026-03', 'open'],
    ['2026-04', 'open'],
  ])
  // Eleven days into April where the business is.
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
