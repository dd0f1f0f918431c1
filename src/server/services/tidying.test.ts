import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { createOwnLeases } from './leases.ts'
import { createTidying } from './tidying.ts'

const database = useDatabase()
const minute = 60_000
const large = { rows: 100_000, dailies: 'daily_leaf' }
const small = { rows: 2_000, dailies: 'daily_leaf' }

describe('after feeds', () => {
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
  /** Lets so many ms go by, and then whatever the database still does. */
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

  test('twenty at once are followed by one vacuum, and none begins while one of them is under way', async () => {
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

  test('one that never ends holds it up for minutes and not for ever', async () => {
    const tidying = process(true)
    tidying.begin()
    tidying.begin()(large)
    await pass(6 * minute, tidying)
    expect(tidied).toBe(1)
  })

  test('a small one is left to a server that tidies by itself; the embedded engine does not', async () => {
    const [server, embedded] = [process(true), process(false)]
    server.begin()(small)
    server.begin()()
    await pass(minute, server)
    expect(tidied).toBe(0)
    embedded.begin()(small)
    await pass(minute, embedded)
    expect(tidied).toBe(1)
  })

  test('of several processes one tidies for the feeds of all that were through by then', async () => {
    const [one, other] = [process(true), process(true)]
    one.begin()(large)
    other.begin()(large)
    await vi.advanceTimersByTimeAsync(minute)
    await Promise.all([one.idle(), other.idle()])
    await pass(minute, one)
    await pass(minute, other)
    expect(tidied).toBe(1)
  })
})
