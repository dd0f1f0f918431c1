import { expect, test } from 'vitest'
import type { Need, NeedGroup, NeedKind } from '#shared/today.ts'
import { oneRowEach } from './one-row.ts'

const needOf = (kind: NeedKind, ...machines: number[]): Need => ({
  kind,
  id: machines[0] ?? 0,
  name: null,
  state: null,
  machines: machines.map((id) => ({ id, serial: `T${id}` })),
  count: machines.length,
  site: null,
  siteId: null,
  client: null,
  clients: 0,
  since: null,
  note: null,
  event: null,
  also: [],
})
const groupOf = (kind: NeedKind, rows: Need[]): NeedGroup => ({ kind, total: rows.length, totalCapped: false, rows })

test('Show a machine with two reasons once, in the more urgent row, and show the next machine instead', () => {
  const [conflict, out] = oneRowEach(
    [
      groupOf('conflict', [needOf('conflict', 1)]),
      groupOf('repairOut', [
        needOf('repairOut', 1),
        needOf('repairOut', 1, 2),
        ...[3, 4, 5, 6, 7, 8].map((id) => needOf('repairOut', id)),
      ]),
    ],
    () => 6,
  )
  expect(conflict?.rows).toMatchObject([{ kind: 'conflict', also: ['repairOut'] }])
  expect(out).toMatchObject({ total: 8, toldAbove: 1 })
  expect(out?.rows.map(({ machines }) => machines.map(({ id }) => id))).toEqual([[1, 2], [3], [4], [5], [6], [7]])
})
