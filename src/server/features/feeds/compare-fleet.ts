import type { Transaction } from 'kysely'
import type { Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { areOpen } from '#server/features/dailies/open-day.ts'
import { absentOfflineShare } from '#shared/feed.ts'
import type { FleetSnapshot } from './fleet-snapshot.ts'
import type { ParsedFeed } from './parse-feed.ts'
import type { PlanInput } from './plan-line.ts'
import { type Fleet, readDay, readElsewhere, readReported, type SiteRest, type StoredCoverage } from './read-fleet.ts'
import { type NamedReading, readNamed, readSites } from './read-named.ts'
import { countMachines, countSitesOf, restOf } from './site-counts.ts'

/**
 * The data that the lines of a feed are compared with. `reported` = machines that earlier feeds of the day reported,
 * `kept` = values already kept for an undo.
 */
export type Compared = Pick<PlanInput, 'fleet' | 'rest' | 'machines' | 'elsewhere' | 'day'> & {
  reported: ReadonlySet<number>
  kept: FleetSnapshot
}

const noRest: ReadonlyMap<number, SiteRest> = new Map()
const isAnyReported = (stored: ReadonlyMap<number, StoredCoverage>) =>
  [...stored.values()].some(({ reported }) => reported > 0)

/** Return all machines of the territory, already in `fleet`, with the other data that the feed needs. */
export async function compareWhole(
  trx: Transaction<Database>,
  feed: ParsedFeed,
  territory: Territory,
  fleet: Fleet,
  stored: ReadonlyMap<number, StoredCoverage>,
): Promise<Omit<Compared, 'kept'>> {
  const { companyIds } = territory
  const unknown: string[] = []
  feed.lines.eachName((key, serial) => {
    if (!fleet.has(key)) unknown.push(serial)
  })
  const elsewhere = await readElsewhere(trx, unknown, territory)
  const day = feed.restated ? await readDay(trx, companyIds, feed.businessDate) : null
  // A feed of the whole fleet, and the first feed of a day, needs nothing from earlier feeds.
  const isLater = feed.lines.length - unknown.length < fleet.size && isAnyReported(stored)
  const reported = isLater ? await readReported(trx, companyIds, feed.businessDate) : new Set<number>()
  let machines = 0
  for (const { state } of fleet.values()) if (state !== 'scrap') machines += 1
  return { fleet, elsewhere, day, reported, rest: noRest, machines }
}

/** Return the sites with unnamed machines of which the feed names so many that the others may go offline. */
function sitesToRead(feed: ParsedFeed, fleet: Fleet, rest: ReadonlyMap<number, SiteRest>): number[] {
  const named = new Map<number, number>()
  feed.lines.eachName((key) => {
    const siteId = fleet.get(key)?.siteId
    if (siteId) named.set(siteId, (named.get(siteId) ?? 0) + 1)
  })
  const isRead = ([siteId, count]: [number, number]) => {
    const others = rest.get(siteId)?.expected ?? 0
    return others > 0 && count >= (count + others) * absentOfflineShare
  }
  return [...named].filter(isRead).map(([siteId]) => siteId)
}

/**
 * Read the machines that a feed of today names, all machines in service of each site of which it names at least half,
 * and only the number of the others. For a small feed this is a small part of the tenant.
 * @param stored known coverage of the day
 * @returns null where counts are not enough: the day is not open, the feed is for another day, or absent machines go
 * offline however few are named
 */
export async function compareNamed(
  trx: Transaction<Database>,
  feed: ParsedFeed,
  stored: ReadonlyMap<number, StoredCoverage>,
  absentOffline: boolean,
  reading: NamedReading,
): Promise<Compared | null> {
  const { territory, day } = reading
  if (feed.restated || absentOffline || !(await areOpen(trx, territory.companyIds, day))) return null
  const counts = await countSitesOf(trx, territory, day)
  if (!counts) return null
  const keys = new Set<string>()
  feed.lines.eachName((key) => keys.add(key))
  for (const key of feed.refused.keys) keys.add(key)
  const named = await readNamed(trx, [...keys], reading)
  const { fleet, elsewhere, reported, kept } = named
  const sites = sitesToRead(feed, fleet, restOf(counts, fleet.values(), reported))
  await readSites(trx, sites, reading, named)
  const rest = restOf(counts, fleet.values(), reported)
  for (const siteId of sites) rest.delete(siteId)
  const { all, machines } = await countMachines(trx, territory)
  let known = 0
  feed.lines.eachName((key) => {
    if (fleet.has(key)) known += 1
  })
  const isLater = isAnyReported(stored) && known < all
  if (!isLater) for (const site of rest.values()) site.reported = 0
  return { fleet, elsewhere, day: null, reported: isLater ? reported : new Set(), rest, machines, kept }
}
