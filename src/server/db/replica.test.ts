import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type ReplicaWatch, watchReplica } from './replica.ts'

/** Both servers as the watcher sees them, and a clock that the test moves. */
function scene({ mostLagMs = 5_000 } = {}) {
  const servers = {
    now: 0,
    written: 100n,
    replayed: 100n,
    primary: null as Error | null,
    replica: null as Error | null,
  }
  const logged: string[] = []
  const log = (_what: unknown, message?: string) => void logged.push(message ?? String(_what))
  const watch = watchReplica({
    asks: {
      primary: async () => {
        if (servers.primary) throw servers.primary
        return String(servers.written)
      },
      replica: async () => {
        if (servers.replica) throw servers.replica
        return String(servers.replayed)
      },
    },
    mostLagMs,
    logger: { info: log, warn: log },
    everyMs: 1,
    clock: () => servers.now,
  })
  return { servers, watch, logged }
}
const at = (watch: ReplicaWatch) => watch.state()

describe('a replica', () => {
  test("serves a session as soon as it has replayed the session's writes, and not before", async () => {
    const { servers, watch } = scene()
    await watch.look()
    expect(watch.serves('100')).toBe(true)
    servers.written = 200n
    await watch.look()
    expect([watch.serves('100'), watch.serves('101'), watch.serves('200')]).toEqual([true, false, false])
    servers.replayed = 200n
    await watch.look()
    expect(watch.serves('200')).toBe(true)
    watch.close()
  })

  test('serves no session without a known position, and none before it has the required schema', async () => {
    const { servers, watch } = scene()
    await watch.look()
    expect(watch.serves(null)).toBe(false)
    servers.written = 300n
    watch.requireUpTo('300')
    expect(watch.serves('0')).toBe(false)
    servers.replayed = 300n
    await watch.look()
    expect(watch.serves('0')).toBe(true)
    watch.close()
  })

  test('is as far behind as the primary advanced since the same position, and is unused above the limit', async () => {
    const { servers, watch } = scene({ mostLagMs: 5_000 })
    await watch.look()
    servers.now = 1_000
    servers.written = 200n
    await watch.look()
    servers.now = 4_000
    await watch.look()
    expect(at(watch).state).toBe('used')
    servers.now = 6_000
    await watch.look()
    expect(at(watch).state).toBe('lagging')
    expect(at(watch).lagSeconds).toBeCloseTo(6, 1)
    expect(watch.serves('0')).toBe(false)
    servers.replayed = 200n
    await watch.look()
    expect(at(watch)).toEqual({ state: 'used', lagSeconds: 0 })
    watch.close()
  })

  test('of an idle primary is not behind, however old the last write is', async () => {
    const { servers, watch } = scene({ mostLagMs: 1_000 })
    await watch.look()
    servers.now = 3_600_000
    await watch.look()
    expect(at(watch)).toEqual({ state: 'used', lagSeconds: 0 })
    watch.close()
  })

  test('that does not answer is away at once, and serves again after it has reported its position', async () => {
    const { servers, watch, logged } = scene()
    await watch.look()
    const reasons: string[] = []
    watch.whenAway(({ message }) => reasons.push(message))
    servers.replica = new Error('connection refused')
    while (reasons.length === 0) await wait(1)
    expect(at(watch)).toEqual({ state: 'away', lagSeconds: null })
    expect(watch.serves('0')).toBe(false)
    servers.replica = null
    while (at(watch).state !== 'used') await wait(1)
    expect(logged).toEqual([
      'the replica cannot be used: reads go to the primary until it answers',
      'the replica has caught up: reads go there',
    ])
    watch.close()
  })

  test('that may have crashed serves no session before it reports its position, which may be older', async () => {
    const { servers, watch } = scene()
    await watch.look()
    servers.replayed = 50n
    watch.suspect()
    expect(watch.serves('100')).toBe(false)
    while (at(watch).state !== 'used') await wait(1)
    expect([watch.serves('50'), watch.serves('100')]).toEqual([true, false])
    watch.close()
  })

  test('whose primary does not answer falls behind by the clock', async () => {
    const { servers, watch } = scene({ mostLagMs: 2_000 })
    await watch.look()
    servers.primary = new Error('away')
    servers.now = 1_000
    await watch.look()
    expect(at(watch).state).toBe('used')
    servers.now = 2_500
    await watch.look()
    expect(at(watch).state).toBe('lagging')
    watch.close()
  })
})
