import { expect, test } from 'vitest'
import type { PlannedRow } from './plan-line.ts'
import { piecesOf } from './statement-pieces.ts'

/** A row with only what pieces are made by. */
const rowOf = (id: number, owner: { clientId: number | null; accountId: number | null } | undefined) =>
  ({ after: { id, ...owner } }) as PlannedRow

test('Keep machines of an owner together in large feeds, in the order of their lines', () => {
  const owners = [
    { clientId: 7, accountId: null },
    { clientId: null, accountId: null },
    { clientId: 7, accountId: 3 },
    { clientId: 2, accountId: 9 },
  ]
  const rows = Array.from({ length: 60_000 }, (_, index) => rowOf(index, owners[index % 4]))
  const pieces = piecesOf(rows, true)
  expect(pieces.map((piece) => piece.length)).toEqual([25_000, 25_000, 10_000])
  const ids = (first: number) => Array.from({ length: 15_000 }, (_, index) => first + index * 4)
  expect(pieces.flat().map(({ after }) => after.id)).toEqual([...ids(1), ...ids(3), ...ids(0), ...ids(2)])
})
