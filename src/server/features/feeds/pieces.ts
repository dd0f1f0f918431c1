import { type RawBuilder, sql } from 'kysely'
import type { PlannedRow } from './plan-line.ts'

/**
 * A feed keeps the one connection of the embedded engine until it ends, so that smaller pieces let nobody else in: each would write its
 * roll-ups again. It is asked between them whether the feed is still wanted. A server takes more at once.
 */
const embeddedRows = 25_000
const serverRows = 100_000

/** The rows that one statement takes, ordered by owner, so that two pieces share few rows of the roll-ups. */
export function piecesOf(rows: readonly PlannedRow[], embedded: boolean): PlannedRow[][] {
  const size = embedded ? embeddedRows : serverRows
  const ordered = rows.length <= size ? [...rows] : rows.toSorted((left, right) => owner(left) - owner(right))
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, index) =>
    ordered.slice(index * size, (index + 1) * size),
  )
}
/** Accounts belong to one client each, and ids stay below 2^31. */
const owner = ({ after }: PlannedRow): number => (after.clientId ?? 0) * 2 ** 21 + (after.accountId ?? 0)

function boundsOf(ids: readonly number[]): { lowest: number; highest: number } {
  let lowest = Number.POSITIVE_INFINITY
  let highest = 0
  for (const id of ids) {
    if (id < lowest) lowest = id
    if (id > highest) highest = id
  }
  return { lowest: Math.min(lowest, highest), highest }
}

/**
 * Between which ids a piece lies, as a condition on the column of a device's id. Feeds mostly come in the order of the fleet:
 * then a piece reads its own part of a table instead of all of it.
 */
export function idRange(ids: readonly number[]): (column: string) => RawBuilder<boolean> {
  const { lowest, highest } = boundsOf(ids)
  return (column) => sql`${sql.ref(column)} between ${lowest}::int and ${highest}::int`
}

/** A look-up reads about four pages, and about as many of a range hold 160 devices. */
const sparseShare = 1 / 40

/** Do the devices of a piece lie so far apart that looking each of them up reads less than their range? They are of a small part of all tenants' fleets. */
export function isSparse(ids: readonly number[]): boolean {
  const { lowest, highest } = boundsOf(ids)
  return ids.length < (highest - lowest) * sparseShare
}
