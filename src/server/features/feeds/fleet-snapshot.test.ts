import { expect, test } from 'vitest'
import { namedDevicesOf } from './fleet-snapshot.ts'

test('Store the mark of a machine in any part, also between ids of another tenant', () => {
  const named = namedDevicesOf([[9, 3, 5], [], [4, 8, 20]])
  for (const [id, written] of [
    [3, true],
    [8, false],
    [20, true],
    [7, true],
  ] as const)
    named.mark(id, written)
  const ids = [1, 3, 4, 5, 7, 8, 9, 20, 21]
  expect(ids.filter(named.isNamed)).toEqual([3, 8, 20])
  expect(ids.filter(named.isWritten)).toEqual([3, 20])
})
