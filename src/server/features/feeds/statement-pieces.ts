import { type RawBuilder, sql } from 'kysely'
import type { PlannedRow } from './plan-line.ts'

/**
 * A feed keeps the only connection of the embedded engine until it ends. Smaller pieces would therefore not help other
 * requests, and each would write its roll-ups again. Cancellation is checked between pieces. A PostgreSQL server takes
 * more rows at once.
 */
const embeddedRows = 25_000
const serverRows = 100_000

/**
 * Split rows into the pieces that one statement takes, ordered by owner, so that two pieces share few rows of the
 * roll-ups.
 */
export function piecesOf(rows: readonly PlannedRow[], embedded: boolean): PlannedRow[][] {
  const size = embedded ? embeddedRows : serverRows
  const ordered = rows.length <= size ? rows : byOwner(rows)
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, index) =>
    ordered.slice(index * size, (index + 1) * size),
  )
}

/**
 * Order rows by owner, and those of one owner as they are. Collecting them by owner compares only the owners, of which a
 * million rows have hundreds.
 */
function byOwner(rows: readonly PlannedRow[]): PlannedRow[] {
  const owned = new Map<number, PlannedRow[]>()
  for (const row of rows) {
    const key = owner(row)
    const those = owned.get(key)
    if (those) those.push(row)
    else owned.set(key, [row])
  }
  return [...owned].toSorted(([left], [right]) => left - right).flatMap(([, those]) => those)
}

/** A sort key for owners. Each account belongs to one client, and ids stay below 2^31. */
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
 * Return the id range of a piece as a condition on the column of the device id. Feeds mostly have the order of the
 * fleet: then a piece reads its own part of a table instead of all of it.
 */
export function idRange(ids: readonly number[]): (column: string) => RawBuilder<boolean> {
  const { lowest, highest } = boundsOf(ids)
  return (column) => sql`${sql.ref(column)} between ${lowest}::int and ${highest}::int`
}

/** A look-up reads about four pages. The same number of pages of a range holds 160 devices. */
const sparseShare = 1 / 40

/**
 * Return whether the ids of a piece are so far apart that looking up each reads less than reading their range. This is
 * the case when the devices are a small part of all tenants' fleets.
 */
export function isSparse(ids: readonly number[]): boolean {
  const { lowest, highest } = boundsOf(ids)
  return ids.length < (highest - lowest) * sparseShare
}
