import { expect, test } from 'vitest'
import { nearestLeft } from './kept-focus.ts'

test('Move the focus from a row that is gone to the next remaining one, else to the one before it', () => {
  const order = ['a', 'b', 'c', 'd']
  const leftOf = (...keys: string[]) => nearestLeft(order, 'b', (key) => keys.includes(key))
  expect([leftOf('a', 'c', 'd'), leftOf('a', 'd'), leftOf('a'), leftOf()]).toEqual(['c', 'd', 'a', null])
  // An unknown key counts as before the first row.
  expect(nearestLeft(order, 'x', (key) => key === 'b')).toBe('b')
})
