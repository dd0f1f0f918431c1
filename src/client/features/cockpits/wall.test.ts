import { expect, test } from 'vitest'
import { linePath } from './rate-lines.ts'
import { isStale } from './staleness.ts'

test('a wall is out of date when a try failed or two rounds passed without an answer, and not before it had one', () => {
  const answeredAt = 1_000_000
  expect(isStale({ now: answeredAt + 60_000, answeredAt, failed: false })).toBe(false)
  expect(isStale({ now: answeredAt + 76_000, answeredAt, failed: false })).toBe(true)
  expect(isStale({ now: answeredAt + 1_000, answeredAt, failed: true })).toBe(true)
  expect(isStale({ now: answeredAt, answeredAt: 0, failed: true })).toBe(false)
})

test('a line runs over the days that are known, breaks where one is not, and never leaves its box', () => {
  expect(linePath([0, 50, 100], 100, 40, [0, 100])).toBe('M0,40L50,20L100,0')
  expect(linePath([100, null, 0, null, 120], 100, 40, [0, 100])).toBe('M0,0h0.1M50,40h0.1M100,0h0.1')
  expect(linePath([null, null], 100, 40, [0, 100])).toBe('')
})
