import { expect, test } from 'vitest'
import { createOwnLeases } from '#server/services/jobs/leases.ts'
import { useDatabase } from '#tests/support/database.ts'
import { createLimits, type Limits } from './sign-in-limits.ts'

const database = useDatabase()
const start = Date.parse('2026-11-20T04:00:00Z')
const minute = 60_000

/** Create a clock that the test moves, and limits that lose only their memory on a restart. */
function restartable() {
  const time = { now: start }
  const delays: number[] = []
  const open = () =>
    createLimits({
      db: database.db,
      leases: createOwnLeases(),
      clock: () => new Date(time.now),
      delay: async (milliseconds) => {
        delays.push(milliseconds)
      },
    })
  return { time, delays, open }
}

/** Make one attempt to sign in and return its outcome. */
async function attempt(
  limits: Limits,
  account: string | null,
  ip: string,
  right = false,
): Promise<'in' | 'wrong' | 'locked' | number> {
  try {
    return await limits.guard({ account, ip }, async ({ locked }) => ({
      succeeded: right && !locked,
      answer: locked ? 'locked' : right ? 'in' : 'wrong',
    }))
  } catch (error) {
    const { code, details } = error as { code: string; details: { retryAfterSeconds: number } }
    expect(code).toBe('TOO_MANY')
    return details.retryAfterSeconds
  }
}

test('Refuse even the right password for a minute after five wrong ones, also after a restart', async () => {
  const { time, open } = restartable()
  const first = open()
  for (let count = 0; count < 5; count++) expect(await attempt(first, 'anna', '203.0.113.7')).toBe('wrong')
  expect(await attempt(first, 'anna', '203.0.113.7', true)).toBe('locked')
  const second = open()
  time.now += 30_000
  expect(await attempt(second, 'anna', '203.0.113.200', true)).toBe('locked')
  // Another network and another account are not affected.
  expect(await attempt(second, 'anna', '198.51.100.7', true)).toBe('in')
  expect(await attempt(second, 'bert', '203.0.113.7', true)).toBe('in')
  time.now += 30_000
  expect(await attempt(second, 'anna', '203.0.113.7', true)).toBe('in')
  expect(await attempt(second, 'anna', '203.0.113.7')).toBe('wrong')
})

test('Tell an address with eleven failures a minute how long to wait; ignore successful sign-ins', async () => {
  const { time, open } = restartable()
  const limits = open()
  for (let count = 0; count < 30; count++) expect(await attempt(limits, `user${count}`, '203.0.113.7', true)).toBe('in')
  for (let count = 0; count < 10; count++) {
    time.now += 1_000
    expect(await attempt(limits, `other${count}`, '203.0.113.7')).toBe('wrong')
  }
  expect(await attempt(limits, 'anna', '203.0.113.7', true)).toBe(51)
  expect(await attempt(limits, null, '203.0.113.7', true)).toBe(51)
  expect(await attempt(limits, 'anna', '203.0.113.8', true)).toBe('in')
  time.now += 51_000
  expect(await attempt(limits, 'anna', '203.0.113.7', true)).toBe('in')
})

test('Apply the limit of an address to parallel attempts', async () => {
  const limits = restartable().open()
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) => attempt(limits, `user${index}`, '203.0.113.7')),
  )
  expect(outcomes.filter((outcome) => outcome === 'wrong').length).toBeLessThanOrEqual(13)
})

test('Apply the limit of an account to parallel attempts', async () => {
  const limits = restartable().open()
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => attempt(limits, 'anna', '203.0.113.7')))
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5)
})

test('Slow down guesses from two hundred addresses in an hour, and read at most a hundred', async () => {
  const { time, delays, open } = restartable()
  const limits = open()
  let read = 0
  for (let guess = 0; guess < 200; guess++) {
    time.now += 18_000
    if ((await attempt(limits, 'anna', `10.${guess}.0.1`)) === 'wrong') read++
  }
  expect(read).toBeLessThanOrEqual(100)
  expect(delays.every((delay) => delay === 5_000)).toBe(true)
  expect(delays.length).toBeGreaterThan(150)
  time.now += 24 * 60 * minute
  expect(await attempt(limits, 'anna', '198.51.100.7', true)).toBe('locked')
  await limits.forgive('anna')
  expect(await attempt(limits, 'anna', '198.51.100.7', true)).toBe('in')
})
