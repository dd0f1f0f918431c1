import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { createOwnLeases } from './jobs/leases.ts'
import { createTidying } from './vacuum.ts'

const database = useDatabase()
const minute = 60_000
const large = { rows: 100_000, dailies: ['daily_leaf'] }
const small = { rows: 2_000, dailies: ['daily_leaf'] }

describe('vacuum after feeds', () => {
  let tidied = 0
  let leases = createOwnLeases()
  const process = (autovacuums: boolean) =>
    createTidying({
      db: database.db,
      leases,
      autovacuums,
      logger: { ...pino({ level: 'silent' }), info: () => void tidied++ },
      maintain: (work) => work(),
    })
  /** Advance the clock by `ms`, then wait for the database. */
  const pass = async (ms: number, tidying: ReturnType<typeof process>) => {
    await vi.advanceTimersByTimeAsync(ms)
    await tidying.idle()
  }

  beforeEach(() => {
    tidied = 0
    leases = createOwnLeases()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('Vacuum once after twenty simultaneous feeds, and not while one is in progress', async () => {
    const tidying = process(true)
    const ends = Array.from({ length: 20 }, () => tidying.begin())
    for (const end of ends.slice(1)) end(large)
    await pass(minute, tidying)
    expect(tidied).toBe(0)
    ends[0]?.(large)
    await pass(minute, tidying)
    expect(tidied).toBe(1)
    await pass(10 * minute, tidying)
    expect(tidied).toBe(1)
  })

  test('Delay the vacuum by minutes, not for ever, for a feed that never ends', async () => {
    const tidying = process(true)
    tidying.begin()
    tidying.begin()(large)
    await pass(6 * minute, tidying)
    expect(tidied).toBe(1)
  })

  test('Leave a small feed to autovacuum; vacuum the embedded engine always', async () => {
    const [server, embedded] = [process(true), process(false)]
    server.begin()(small)
    server.begin()()
    await pass(minute, server)
    expect(tidied).toBe(0)
    embedded.begin()(small)
    await pass(minute, embedded)
    expect(tidied).toBe(1)
  })

  test('Vacuum in one of several processes for all feeds that have ended by then', async () => {
    const [one, other] = [process(true), process(true)]
    one.begin()(large)
    other.begin()(large)
    await vi.advanceTimersByTimeAsync(minute)
    await Promise.all([one.idle(), other.idle()])
    await pass(minute, one)
    await pass(minute, other)
    expect(tidied).toBe(1)
  })

  test('Vacuum the device-days of a process after the vacuum by another, which does not know them', async () => {
    const day = 'device_daily_2098_03'
    await sql`create table ${sql.table(day)} (device_id int)`.execute(database.db)
    const vacuumed = async () => {
      const { rows } = await sql<{
        pages: number
      }>`select relpages as pages from pg_class where relname = ${day}`.execute(database.db)
      return rows[0]?.pages
    }
    await sql`insert into ${sql.table(day)} values (1)`.execute(database.db)
    const [one, other] = [process(true), process(true)]
    one.begin()(large)
    other.begin()({ rows: 100_000, dailies: [day] })
    await vi.advanceTimersByTimeAsync(minute)
    await Promise.all([one.idle(), other.idle()])
    await pass(minute, one)
    await pass(minute, other)
    expect(await vacuumed()).toBe(1)
    await sql`drop table ${sql.table(day)}`.execute(database.db)
  })
})
