import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { createSharedLeases } from './leases.ts'

const database = useDatabase()
afterEach(() => void vi.useRealTimers())
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

const untils = async (): Promise<string[]> => {
  const { rows } = await sql<{ until: string }>`select held_until::text as until from lease order by name`.execute(
    database.db,
  )
  return rows.map(({ until }) => until)
}

/** Advance by one renewal, and wait until every row has been renewed: a busy database may take its time. */
async function renewed(): Promise<void> {
  const before = await untils()
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(async () => {
    const after = await untils()
    expect(after.some((until, at) => until === before[at])).toBe(false)
  })
}

test('Tell the holder of a lease that another process has taken it over', async () => {
  fakeTimers()
  const held = await createSharedLeases(database.db).take('work', 1)
  const kept = await createSharedLeases(database.db).take('other work', 1)
  await renewed()
  expect(held?.lost.aborted).toBe(false)
  await sql`update lease set held_until = now() - interval '1 second' where name = 'work'`.execute(database.db)
  const next = await createSharedLeases(database.db).take('work', 1)
  await renewed()
  await vi.waitFor(() => expect([held, kept, next].map((lease) => lease?.lost.aborted)).toEqual([true, false, false]))
  await held?.()
  expect(await createSharedLeases(database.db).take('work', 1)).toBeNull()
})

test('Tell the holder of a lease that it expires when the database cannot be reached', async () => {
  fakeTimers()
  const { db } = database
  let isAway = false
  const away = {
    getExecutor() {
      if (isAway) throw new Error('away')
      return db.getExecutor()
    },
  } as typeof db
  const held = await createSharedLeases(away).take('work', 1)
  isAway = true
  await vi.advanceTimersByTimeAsync(14_000)
  expect(held?.lost.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(held?.lost.aborted).toBe(true)
})
