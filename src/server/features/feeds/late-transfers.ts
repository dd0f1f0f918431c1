import { given } from '#server/features/transfers/target.ts'
import { type NameReader, namesOf } from '#server/services/places/owner-names.ts'
import type { FeedTransfer } from '#shared/feed.ts'
import type { LateOwner, LateOwners } from './late-owners.ts'
import { listedTransfers } from './moved-rows.ts'
import type { PlannedRow } from './plan-line.ts'

/** Return the changes of owner whose lines are accepted. A refused machine, or one in conflict, keeps its owner. */
export function acceptedOwners(rows: readonly PlannedRow[], late: LateOwners | null): Map<number, LateOwner> {
  const accepted = new Map<number, LateOwner>()
  if (!late || late.changes.size === 0) return accepted
  for (const { before, kind } of rows) {
    const change = kind === 'conflict' ? undefined : late.changes.get(before.id)
    if (change) accepted.set(before.id, change)
  }
  return accepted
}

/**
 * Return the transfers of a feed of a past day, grouped by old and new owner and by batch, largest group first.
 * `batchOf`: the batch that wrote each.
 */
export function lateTransfers(
  accepted: ReadonlyMap<number, LateOwner>,
  date: string,
  reader: NameReader,
  batchOf?: ReadonlyMap<number, number>,
): FeedTransfer[] {
  const groups = new Map<string, { change: LateOwner; count: number; batchId: number | undefined }>()
  for (const [id, change] of accepted) {
    const batchId = batchOf?.get(id)
    // Lines that name other fields have batches of their own, even with the same owners.
    const key = JSON.stringify([change.from, given(change.target, change.from), change.until ?? null, batchId ?? null])
    const known = groups.get(key) ?? { change, count: 0, batchId }
    known.count += 1
    groups.set(key, known)
  }
  return [...groups.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, listedTransfers)
    .map(({ change: { from, target, until }, count, batchId }) => ({
      from: namesOf(reader, from),
      to: namesOf(reader, given(target, from)),
      count,
      date,
      ...(until === undefined ? {} : { until }),
      ...(batchId === undefined ? {} : { batchId }),
    }))
}
