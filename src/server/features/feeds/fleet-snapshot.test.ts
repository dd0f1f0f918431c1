import { expect, test } from 'vitest'
import { booleans } from '#server/db/binary-array.ts'
import { namedDevicesOf } from './fleet-snapshot.ts'

test('Store the mark of a machine in any part, also between ids of another tenant', async () => {
  const named = namedDevicesOf([[9, 3, 5], [], [4, 8, 20]])
  for (const [id, written] of [
    [3, true],
    [8, false],
    [20, true],
    [7, true],
  ] as const)
    named.mark(id, written)
  expect(await named.parts()).toEqual([
    { told: booleans([false, true, false]), written: booleans([false, true, false]) },
    { told: booleans([]), written: booleans([]) },
    { told: booleans([false, true, true]), written: booleans([false, false, true]) },
  ])
})
