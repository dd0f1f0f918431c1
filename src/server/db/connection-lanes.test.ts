import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { LoadClass } from '#server/load/classes.ts'
import { createConnectionLanes } from './connection-lanes.ts'

/** A pool that lends as many connections as it is asked for, and remembers who has one. */
function lanes(capacity: number, patienceMs = 1_000) {
  const time = { now: 0 }
  const pool = { connect: async () => ({ release: () => undefined }) as unknown as pg.PoolClient } as Pick<
    pg.Pool,
    'connect'
  >
  const { laneOf, waitedMs } = createConnectionLanes(pool, {
    capacity,
    patienceMs: () => patienceMs,
    clock: () => time.now,
  })
  const entered: string[] = []
  const ask = (load: LoadClass, name: string = load) =>
    laneOf(load, name)
      .connect()
      .then((client) => {
        entered.push(name)
        return client
      })
  /** Nobody looks at what becomes of them. */
  const crowd = (count: number, load: LoadClass, name: string) => {
    for (let index = 0; index < count; index += 1) ask(load, name).catch(() => undefined)
  }
  return { waitedMs, time, ask, crowd, entered, settle: () => new Promise((resolve) => setImmediate(resolve)) }
}

describe('the connections of a pool', () => {
  test('are not all held by what waits for a locked table: saving and signing in find one, and so do other lists', async () => {
    const { ask, crowd, entered, settle } = lanes(11)
    crowd(40, 'reading', 'devices.find')
    crowd(12, 'charts', 'charts.pie')
    await settle()
    expect(entered.length).toBeLessThan(9)
    for (const [load, name] of [
      ['reading', 'projects.find'],
      ['saving', 'projects.save'],
      ['session', 'auth.login'],
    ] as const)
      await ask(load, name)
    expect(entered.slice(-3)).toEqual(['projects.find', 'projects.save', 'auth.login'])
  })

  test('go to the most urgent first, where there is a single one', async () => {
    const { ask, entered, settle } = lanes(1)
    const held = await ask('reading', 'first')
    for (const load of ['heavy', 'charts', 'reading', 'saving', 'session'] as const)
      void ask(load).then((client) => client.release())
    await settle()
    held.release()
    await settle()
    await settle()
    expect(entered).toEqual(['first', 'session', 'saving', 'reading', 'charts', 'heavy'])
  })

  test('come round to what has waited long, however urgent the others are', async () => {
    const { waitedMs, ask, crowd, entered, settle, time } = lanes(1)
    const held = await ask('session', 'first')
    expect(waitedMs()).toBe(0)
    crowd(1, 'heavy', 'heavy')
    time.now = 2_500
    expect(waitedMs()).toBe(2_500)
    crowd(1, 'session', 'session')
    held.release()
    await settle()
    expect(entered).toEqual(['first', 'heavy'])
  })

  test('are waited for so long and no longer, and one that gave up holds none', async () => {
    const { ask, settle } = lanes(1, 20)
    const held = await ask('session')
    await expect(ask('reading')).rejects.toMatchObject({ code: 'BUSY', details: { retryAfterSeconds: 2 } })
    held.release()
    await settle()
    const next = await ask('reading')
    next.release()
    await ask('charts')
  })
})
