import type { TransferPlan } from './plan.ts'

/**
 * Yield the facts of a transfer that a user confirms, one line each, in a fixed order: which machines move, their
 * current owners and those of the days, and which are refused and why. New measurements do not change it, nor does a
 * new day row with the same owner.
 */
export function* confirmedFacts({ moved, rows, standing, refused, unchanged, left }: TransferPlan): Generator<string> {
  const owners = new Map<string, Set<number>>()
  const add = (key: string, ids: Iterable<number>) => {
    const known = owners.get(key) ?? new Set<number>()
    for (const id of ids) known.add(id)
    owners.set(key, known)
  }
  for (const { device, from } of moved)
    add(`${from.companyId} ${from.siteId} ${from.clientId} ${from.accountId}`, [device.id])
  for (const { owner, ids } of [...rows, ...standing])
    add(`${owner.companyId} ${owner.siteId} ${owner.clientId} ${owner.accountId}`, ids)
  for (const key of [...owners.keys()].sort())
    yield `${key}: ${[...(owners.get(key) ?? [])].sort((one, other) => one - other).join(',')}`
  for (const { reason, count, serials } of refused) yield `${reason} ${count} ${[...serials].sort().join(',')}`
  yield `${moved.length} ${unchanged} ${left}`
}
