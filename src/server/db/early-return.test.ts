import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { LoadClass } from '#server/load/load-classes.ts'
import { createConnectionLanes } from './connection-lanes.ts'
import { createEarlyReturn } from './early-return.ts'

type Asked = { text: string; answer(): Promise<void>; fail(code: string): Promise<void> }
const aWhile = () => new Promise((resolve) => setImmediate(resolve))

/** One connection whose responses the test releases. */
function openLine(clock?: () => number) {
  const asked: Asked[] = []
  let lent = 0
  let most = 0
  const query = (text: string) =>
    new Promise<{ text: string }>((resolve, reject) => {
      asked.push({
        text,
        answer: async () => {
          resolve({ text })
          await aWhile()
        },
        fail: async (code) => {
          reject(Object.assign(new Error('refused'), { code }))
          await aWhile()
        },
      })
    })
  const connect = async () => {
    lent += 1
    most = Math.max(most, lent)
    const release = () => {
      lent -= 1
    }
    return { query, release } as unknown as pg.PoolClient
  }
  const earlyReturn = createEarlyReturn(clock)
  const pool = { connect } as Pick<pg.Pool, 'connect'>
  const { laneOf } = createConnectionLanes(pool, { capacity: 1, patienceMs: () => 60_000, earlyReturn })
  /** Query as Kysely does: one connection for each statement. */
  async function ask(text: string, load: LoadClass = 'reading'): Promise<unknown> {
    const client = await laneOf(load, text).connect()
    try {
      return await client.query(text, [])
    } finally {
      client.release()
    }
  }
  return {
    asked,
    ask,
    earlyReturn,
    lane: laneOf,
    texts: () => asked.map(({ text }) => text),
    most: () => most,
    lent: () => lent,
  }
}

describe('the one connection of the embedded engine', () => {
  test('sends four statements before the first is answered, and each gets its own answer', async () => {
    const { asked, ask, texts, most, lent } = openLine()
    const answers = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ask(text))
    await aWhile()
    expect(texts()).toEqual(['a', 'b', 'c', 'd'])
    await asked[0]?.answer()
    expect(texts()).toEqual(['a', 'b', 'c', 'd', 'e'])
    for (let index = 1; index < 6; index += 1) await asked[index]?.answer()
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ({ text })))
    expect({ most: most(), lent: lent() }).toEqual({ most: 1, lent: 0 })
  })

  test('is kept by a transaction until that is released', async () => {
    const { asked, ask, texts, lane } = openLine()
    const client = await lane('saving', 'save').connect()
    void client.query('begin', [])
    void ask('other')
    await aWhile()
    void client.query('insert', [])
    await aWhile()
    expect(texts()).toEqual(['begin', 'insert'])
    for (const one of asked) await one.answer()
    expect(texts()).toEqual(['begin', 'insert'])
    client.release()
    await aWhile()
    expect(texts()).toEqual(['begin', 'insert', 'other'])
  })

  test('is kept by a transaction that begins after a statement of its own', async () => {
    const { asked, ask, texts, lane } = openLine()
    const client = await lane('saving', 'save').connect()
    const first = client.query('select', [])
    await aWhile()
    await asked[0]?.answer()
    await first
    void client.query('begin', [])
    await aWhile()
    void ask('other')
    await aWhile()
    expect(texts()).toEqual(['select', 'begin'])
    client.release()
    await aWhile()
    expect(texts()).toEqual(['select', 'begin', 'other'])
  })

  test('reports how long a transaction has kept it, and nothing before or after', async () => {
    let now = 1_000
    const { asked, ask, earlyReturn, lane } = openLine(() => now)
    const list = ask('list')
    await aWhile()
    now += 400
    expect(earlyReturn.transactionMs()).toBe(0)
    await asked[0]?.answer()
    await list
    const client = await lane('saving', 'save').connect()
    void client.query('begin', [])
    now += 400
    expect(earlyReturn.transactionMs()).toBe(400)
    client.release()
    expect(earlyReturn.transactionMs()).toBe(0)
  })

  test('sends nothing after a statement of a chart or a file until that is answered', async () => {
    const { asked, ask, texts } = openLine()
    void ask('chart', 'charts')
    void ask('list')
    await aWhile()
    expect(texts()).toEqual(['chart'])
    await asked[0]?.answer()
    expect(texts()).toEqual(['chart', 'list'])
  })

  test('repeats a statement once if its plan is outdated, and after no other failure', async () => {
    const { asked, ask, texts } = openLine()
    const outdated = expect(ask('list')).rejects.toThrow('refused')
    await aWhile()
    await asked[0]?.fail('0A000')
    await asked[1]?.fail('0A000')
    await outdated
    const broken = expect(ask('row')).rejects.toThrow('refused')
    await aWhile()
    await asked[2]?.fail('23505')
    await broken
    expect(texts()).toEqual(['list', 'list', 'row'])
  })

  test('reports when no statement is pending', async () => {
    const { asked, ask, earlyReturn } = openLine()
    const answer = ask('list')
    await aWhile()
    let isSettled = false
    const settled = earlyReturn.settled().then(() => {
      isSettled = true
    })
    await aWhile()
    expect(isSettled).toBe(false)
    await asked[0]?.answer()
    await Promise.all([answer, settled])
    expect(isSettled).toBe(true)
  })
})
