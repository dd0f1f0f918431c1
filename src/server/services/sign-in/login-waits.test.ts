import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitingUntil } from './login-waits.ts'

const minute = 60_000
const everySecond = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index * 1_000)

test('Require no wait after four failures, and a minute after the fifth within five minutes', () => {
  expect(waitingUntil(everySecond(4))).toBe(0)
  expect(waitingUntil(everySecond(5))).toBe(4_000 + minute)
  expect(waitingUntil([0, 2 * minute, 4 * minute, 6 * minute, 8 * minute])).toBe(0)
})

test('Double the wait with each further failure, up to fifteen minutes', () => {
  const failures = everySecond(5)
  const waits: number[] = []
  for (let round = 0; round < 6; round++) {
    const until = waitingUntil(failures)
    waits.push((until - (failures.at(-1) ?? 0)) / minute)
    failures.push(until)
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15])
})

test('Never extend a wait because of an attempt during it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: minute - 1 }), { maxLength: 50 }), (offsets) => {
      const failures = everySecond(5)
      const meanwhile = offsets.map((offset) => 4_000 + offset).sort((a, b) => a - b)
      expect(waitingUntil([...failures, ...meanwhile])).toBe(waitingUntil(failures))
    }),
  )
})

test('End a wait at most fifteen minutes after the last failure, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 24 * 60 * minute }), { minLength: 1, maxLength: 200 }), (times) => {
      const failures = times.sort((a, b) => a - b)
      expect(waitingUntil(failures)).toBeLessThanOrEqual((failures.at(-1) ?? 0) + 15 * minute)
    }),
  )
})
