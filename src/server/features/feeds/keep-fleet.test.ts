import { expect, test } from 'vitest'
import { toldDevicesOf } from './keep-fleet.ts'

test('Store the mark of a machine in any part, also between ids of another tenant', () => {
  const told = toldDevicesOf([[9, 3, 5], [], [4, 8, 20]])
  for (const [id, written] of [
    [3, true],
    [8, false],
    [20, true],
    [7, true],
  ] as const)
    told.tell(id, written)
  const ids = [1, 3, 4, 5, 7, 8, 9, 20, 21]
  expect(ids.filter(told.isTold)).toEqual([3, 8, 20])
  expect(ids.filter(told.isWritten)).toEqual([3, 20])
})
