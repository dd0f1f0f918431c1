import type { Total } from '#server/db/device-counts.ts'
import { type DeviceSet, isPicked } from '#server/db/device-set.ts'
import type { Order } from './ordered-part.ts'

/**
 * Tell whether an index has exactly these devices in this order, so that those before a page are skipped without
 * fetching their rows.
 */
export function isPassedOver(set: DeviceSet, { column }: Order): boolean {
  const others = [set.state, set.states, set.repairTimes, set.activeWorkerState, set.named]
  if (
    isPicked(set) ||
    set.siteIds !== null ||
    set.withoutSiteIds?.length ||
    set.accountId !== null ||
    others.some((filter) => filter !== undefined)
  )
    return false
  if (set.clientId === null && set.type === undefined) return true
  return column === 'serial'
}

/**
 * Are these devices of several sites in the order of ids? Their rows are fetched at once: for the ids alone PostgreSQL
 * would read and sort the index of all sites.
 */
export const isOfSites = ({ siteIds }: DeviceSet, { column }: Order): boolean =>
  column === 'id' && siteIds !== null && siteIds.length > 1

/**
 * Are these all but some devices of whole bases in the order of ids? Their index is in that order, and those before a
 * page are skipped inside it.
 */
export const isLeftByIds = ({ withoutIds, siteIds, clientId, accountId }: DeviceSet, { column }: Order): boolean =>
  column === 'id' && withoutIds !== undefined && siteIds === null && clientId === null && accountId === null

/**
 * Are these devices of several bases, found by a name? In the order of a list, a base with few of them is read to its end.
 */
export const isOfSeveralByName = ({ named, companyIds }: DeviceSet): boolean =>
  named !== undefined && companyIds.length > 1

/** Up to this many devices of several bases are fetched and sorted if they were found by a name. */
export const mostNamed = 10_000

/**
 * Return the bases whose devices are fetched because a name has found few of them, the fewest first: in the order of a
 * list, such a base is read to its end. Never all of them.
 */
export function fetchedByName(set: DeviceSet, { companyIds, byTenant }: Total): number[] {
  if (set.named === undefined || set.spread || isPicked(set) || !byTenant) return []
  const devicesOf = (id: number) => byTenant.get(id) ?? 0
  let left = mostNamed
  return [...companyIds]
    .sort((one, other) => devicesOf(one) - devicesOf(other))
    .slice(0, -1)
    .filter((id) => {
      left -= devicesOf(id)
      return left >= 0
    })
}
