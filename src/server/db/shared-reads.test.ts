import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { gatherReads, sharedRead } from './shared-reads.ts'
import type { Database } from './tables.ts'

const newDatabase = () => ({}) as Kysely<Database>

/** Return a read that counts how often it ran. */
function counter() {
  let times = 0
  return { read: async () => ({ times: ++times }), times: () => times }
}

test('Read once for calls of one turn with the same key', async () => {
  const db = newDatabase()
  const { read, times } = counter()
  const results = await Promise.all([1, 2, 3].map(() => sharedRead(db, ['cards', { companyIds: [1] }], read)))
  expect(results).toEqual([{ times: 1 }, { times: 1 }, { times: 1 }])
  expect(times()).toBe(1)
})

test('Read separately for other keys and for other databases', async () => {
  const db = newDatabase()
  const { read, times } = counter()
  await Promise.all([
    sharedRead(db, ['cards', { companyIds: [1] }], read),
    sharedRead(db, ['cards', { companyIds: [2] }], read),
    sharedRead(db, ['list', { companyIds: [1] }], read),
    sharedRead(newDatabase(), ['cards', { companyIds: [1] }], read),
  ])
  expect(times()).toBe(4)
})

test('Begin a new read for a call that arrives after the first one began', async () => {
  const db = newDatabase()
  const written: string[] = []
  const read = async () => [...written]
  let second: Promise<readonly string[]> | null = null
  const first = sharedRead(db, ['list'], async () => {
    const rows = await read()
    written.push('row')
    second = sharedRead(db, ['list'], read)
    return rows
  })
  expect(await first).toEqual([])
  expect(await second).toEqual(['row'])
})

test('Tell each call that the read failed, and read again for the next', async () => {
  const db = newDatabase()
  const fail = async () => {
    throw new Error('gone')
  }
  const results = await Promise.allSettled([sharedRead(db, ['cards'], fail), sharedRead(db, ['cards'], fail)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await sharedRead(db, ['cards'], async () => 9)).toBe(9)
})

test('Read once for all items that arrive while the read before them runs', async () => {
  const reads: (readonly number[])[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let later: Promise<unknown> = Promise.resolve()
  const gather = gatherReads(async (items: readonly number[]) => {
    reads.push(items)
    if (reads.length > 1) return
    const second = gather(2)
    await nextTurn()
    later = Promise.all([second, gather(3)])
    end()
    await nextTurn()
  })
  await Promise.all([gather(1), ended])
  await later
  expect(reads).toEqual([[1], [2, 3]])
})

test('Read once also for items that arrive in the turn in which the read before them ends', async () => {
  const reads: (readonly number[])[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const gather = gatherReads(async (items: readonly number[]) => {
    reads.push(items)
    if (reads.length === 1) await ended
  })
  const first = gather(1)
  await nextTurn()
  const second = gather(2)
  await nextTurn()
  end()
  await first
  await Promise.resolve()
  await Promise.all([second, gather(3)])
  expect(reads).toEqual([[1], [2, 3]])
})

test('Begin the next read although the one before it does not end', async () => {
  const gather = gatherReads(([item]: readonly string[]) =>
    item === 'stuck' ? new Promise<string>(() => {}) : Promise.resolve(`${item} read`),
  )
  void gather('stuck')
  await nextTurn()
  await nextTurn()
  expect(await gather('next')).toBe('next read')
})

test('Read for the next item after a read that failed', async () => {
  const gather = gatherReads(async ([item]: readonly string[]) => {
    if (item === 'bad') throw new Error('gone')
    return `${item} read`
  })
  const [bad] = await Promise.allSettled([gather('bad')])
  expect(bad.status).toBe('rejected')
  expect(await gather('good')).toBe('good read')
})
