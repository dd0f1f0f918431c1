import { expect, test } from 'vitest'
import { unknownMonths } from './known-months.ts'

test('Leave out months before the first data, but keep later gaps and all days', () => {
  const months = ['2026-08', '2026-09', '2026-10', '2026-11']
  expect(
    unknownMonths(months, [
      [null, null, 3, null],
      [null, 0, 1, 2],
    ]),
  ).toBe(1)
  expect(unknownMonths(months, [[1, null, null, null]])).toBe(0)
  expect(unknownMonths(months, [[null, null, null, null]])).toBe(0)
  expect(unknownMonths(['2026-11-01', '2026-11-02'], [[null, 4]])).toBe(0)
  expect(unknownMonths([], [])).toBe(0)
})
