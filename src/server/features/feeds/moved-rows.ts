import type { Ownership } from '#server/features/devices/write-ownership.ts'
import { type NameReader, namesOf } from '#server/services/places/owner-names.ts'
import type { Day } from '#shared/dates.ts'
import type { FeedTransfer } from '#shared/feed.ts'
import type { OwnerIds } from '#shared/ownership.ts'
import type { PlannedRow } from './plan-line.ts'
import type { FleetDevice } from './read-fleet.ts'

/** Maximum number of owner groups in the answer to a feed, largest first. */
export const listedTransfers = 100

const ownerOf = ({ companyId, clientId, accountId, siteId }: FleetDevice): OwnerIds => ({
  companyId,
  clientId: clientId ?? 0,
  accountId: accountId ?? 0,
  siteId: siteId ?? 0,
})

/** Return whether the feed gives an existing machine to another client, sub-account or site. */
const isTransferred = ({ before, after, moved }: PlannedRow): boolean =>
  moved &&
  before.id !== 0 &&
  (before.clientId !== after.clientId || before.accountId !== after.accountId || before.siteId !== after.siteId)

/**
 * Return the events of moved machines: a transfer on the business date for another owner, a change of type, or a change
 * of worker. The state of an event is the one before the feed.
 */
export function ownershipOf(rows: readonly PlannedRow[], date: Day): Ownership[] {
  const changes: Ownership[] = []
  for (const row of rows) {
    const { before, after } = row
    if (!row.moved || before.id === 0) continue
    const common = { deviceId: before.id, companyId: before.companyId, state: before.state }
    if (isTransferred(row))
      changes.push({ ...common, cause: 'transfer', change: { date, from: ownerOf(before), to: ownerOf(after) } })
    if (before.type !== after.type)
      changes.push({ ...common, cause: 'typeChange', change: { from: before.type, to: after.type } })
    if (before.activeWorker !== after.activeWorker)
      changes.push({ ...common, cause: 'workerChange', change: { from: before.activeWorker, to: after.activeWorker } })
  }
  return changes
}

/** Group the machines that a feed transfers by old and new owner, largest group first. */
export function transfersOf(rows: readonly PlannedRow[], reader: NameReader): FeedTransfer[] {
  const groups = new Map<string, { from: OwnerIds; to: OwnerIds; count: number }>()
  for (const row of rows) {
    if (!isTransferred(row)) continue
    const one = { from: ownerOf(row.before), to: ownerOf(row.after) }
    const key = Object.values(one)
      .flatMap((owner) => [owner.companyId, owner.clientId, owner.accountId, owner.siteId])
      .join(' ')
    const known = groups.get(key) ?? { ...one, count: 0 }
    known.count += 1
    groups.set(key, known)
  }
  return [...groups.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, listedTransfers)
    .map(({ from, to, count }) => ({ from: namesOf(reader, from), to: namesOf(reader, to), count }))
}
