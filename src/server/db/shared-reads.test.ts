import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { sharedRead } from './shared-reads.ts'
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
