import { expect, test } from 'vitest'
import { linePath } from './rate-lines.ts'
import { isStale } from './staleness.ts'

test('Mark a wall out of date after a failure or two missed rounds, but not before its first response', () => {
  const answeredAt = 1_000_000
  expect(isStale({ now: answeredAt + 60_000, answeredAt, failed: false })).toBe(false)
  expect(isStale({ now: answeredAt + 76_000, answeredAt, failed: false })).toBe(true)
  expect(isStale({ now: answeredAt + 1_000, answeredAt, failed: true })).toBe(true)
  expect(isStale({ now: answeredAt, answeredAt: 0, failed: true })).toBe(false)
})

test('Draw a line over known days, break it at unknown ones, and keep it inside its box', () => {
  expect(linePath([0, 50, 100], 100, 40, [0, 100])).toBe('M0,40L50,20L100,0')
  expect(linePath([100, null, 0, null, 120], 100, 40, [0, 100])).toBe('M0,0h0.1M50,40h0.1M100,0h0.1')
  expect(linePath([null, null], 100, 40, [0, 100])).toBe('')
})
