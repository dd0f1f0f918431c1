import { expect, test } from 'vitest'
import { nearestLeft } from './kept-focus.ts'

test('the focus of a row that is gone goes to the next one that is left, or else to the one before', () => {
  const order = ['a', 'b', 'c', 'd']
  const leftOf = (...keys: string[]) => nearestLeft(order, 'b', (key) => keys.includes(key))
  expect([leftOf('a', 'c', 'd'), leftOf('a', 'd'), leftOf('a'), leftOf()]).toEqual(['c', 'd', 'a', null])
  // One that was never there leads nowhere before the list.
  expect(nearestLeft(order, 'x', (key) => key === 'b')).toBe('b')
})
