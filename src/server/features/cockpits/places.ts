import type { DaySums } from '#server/features/charts/series.ts'
import { rateParts } from '#server/features/charts/series.ts'
import { percent } from '#shared/charts.ts'
import type { WallPlace } from '#shared/cockpits.ts'
import { deviceStates } from '#shared/devices.ts'

/**
 * Sums of a business day for one site of a base; siteId 0 = devices that stand on no site. `devices` = how many stand there now, where
 * that is told instead of how many the day knows: one that was scrapped earlier has no row of the day.
 */
export type SiteSums = DaySums & { companyId: number; siteId: number; devices?: number }
export type Label = { id: number | null; name: string }

/** Places by what `labelOf` says of each site, added up: devices of all states, and the rate of those of which the day is known. */
export function placesOf(sites: readonly SiteSums[], labelOf: (site: SiteSums) => Label): WallPlace[] {
  const places = new Map<string, WallPlace>()
  for (const site of sites) {
    const { id, name } = labelOf(site)
    const key = id === null ? `name ${name}` : `id ${id}`
    const place = places.get(key) ?? { id, name, total: 0, online: 0, inService: 0, onlineRate: null }
    const parts = rateParts(site, 'online', 'inService')
    place.total += site.devices ?? deviceStates.reduce((sum, state) => sum + site[state], 0)
    place.online += parts?.numerator ?? 0
    place.inService += parts?.denominator ?? 0
    places.set(key, place)
  }
  return [...places.values()].map((place) => ({ ...place, onlineRate: percent(place.online, place.inService) }))
}

const collator = new Intl.Collator('zh-CN')
const byName = (one: WallPlace, other: WallPlace) => collator.compare(one.name, other.name)
export const largestFirst = (places: readonly WallPlace[]): WallPlace[] => [...places].sort((one, other) => other.total - one.total || byName(one, other))
/** Where nothing is known stands last: it is no rate. */
export const lowestFirst = (places: readonly WallPlace[]): WallPlace[] =>
  [...places].sort((one, other) => (one.onlineRate ?? Number.POSITIVE_INFINITY) - (other.onlineRate ?? Number.POSITIVE_INFINITY) || byName(one, other))
