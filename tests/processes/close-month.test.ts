import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { closeMonth } from '#server/features/history/close-month.ts'
import { readMonth } from '#server/features/history/status.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDaily, buildDevice } from '#tests/support/factories.ts'

const database = useDatabase()
const month = '2026-03'

test('close a month in use later, without delaying readers meanwhile', async () => {
  await buildDaily(database.db, await buildDevice(database.db), '2026-03-31')
  const reader = new pg.Client({ connectionString: database.url ?? '' })
  await reader.connect()
  try {
    // A transaction that has read keeps its lock until it ends, like that of a backup.
    await reader.query('begin')
    await reader.query('select count(*) from device_daily')
    const closing = closeMonth(database.db, month, { embedded: false, tries: 6, pauseMs: 300 })
    let longest = 0
    const reading = { goesOn: true }
    const others = (async () => {
      while (reading.goesOn) {
        const began = performance.now()
        await database.pool.query('select count(*) from device_daily')
        longest = Math.max(longest, performance.now() - began)
      }
    })()
    await expect(closing).rejects.toMatchObject({ code: 'BUSY' })
    reading.goesOn = false
    await others
    // Normally a quarter of a second behind the lock; more on a busy machine.
    expect(longest).toBeLessThan(2_000)
    expect(await readMonth(database.db, month)).toMatchObject({ state: 'open', rows: 1 })
    await reader.query('commit')
  } finally {
    await reader.end()
  }
  await closeMonth(database.db, month, { embedded: false, tries: 6, pauseMs: 300 })
  expect(await readMonth(database.db, month)).toMatchObject({ state: 'closed', rows: 1 })
  const { rows } = await sql<{
    left: string | null
  }>`select to_regclass('device_daily_2026_03_new')::text as left`.execute(database.db)
  expect(rows).toEqual([{ left: null }])
})
