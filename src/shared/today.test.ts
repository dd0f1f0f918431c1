import { expect, test } from 'vitest'
import { fallsOf } from './today.ts'

test('measure a fall from the previous known day, across unknown days', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05']
  expect([...fallsOf(days, [99.5, 98.49, null, 90, 95])]).toEqual([
    ['2026-11-02', 1.01],
    ['2026-11-04', 8.49],
  ])
  expect([...fallsOf(days, [99.5, 98.6, null, null, null])]).toEqual([])
})
