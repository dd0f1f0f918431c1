import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { LoadClass } from '#server/load/load-classes.ts'
import { createConnectionLanes } from './connection-lanes.ts'

/** A pool that lends the given number of connections and records the borrowers. */
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
  /** Start calls whose results no assertion reads. */
  const crowd = (count: number, load: LoadClass, name: string) => {
    for (let index = 0; index < count; index += 1) ask(load, name).catch(() => undefined)
  }
  return { waitedMs, time, ask, crowd, entered, settle: () => new Promise((resolve) => setImmediate(resolve)) }
}

describe('the connections of a pool', () => {
  test('stay available to saving, signing in and other lists while calls wait for a locked table', async () => {
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

  test('go to the most urgent call first, even if there is only one', async () => {
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

  test('go to a call that has waited long, however urgent the others are', async () => {
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

  test('are waited for until the timeout and no longer; a call that gave up holds none', async () => {
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
