import { expect, test } from 'vitest'
import { word } from './index.ts'

test('an English sentence agrees with its number, and text in brackets that is no choice stays', () => {
  expect(word('en', 'fleet.conflicts', { count: 1 })).toBe('1 device waits for a decision')
  expect(word('en', 'fleet.conflicts', { count: 2 })).toBe('2 devices wait for a decision')
  expect(word('en', 'fleet.exportTotal', { count: '1,160' })).toBe('All 1,160 devices with the current filters and sorting')
  expect(word('zh', 'fleet.conflicts', { count: 1 })).not.toContain('[')
})
