import { percent } from '#shared/charts.ts'
import type { WallPlace } from '#shared/cockpits.ts'

/** What a business day tells of one site of a base; siteId 0 = of devices that are on no site. */
export type SiteDay = { companyId: number; siteId: number; inService: number; online: number; unknown: number }
/** The same with how many devices are there now: one that was scrapped earlier has no row of the day. */
export type SiteFigures = SiteDay & { devices: number }
export type Label = { id: number | null; name: string }

/** Devices in service, and none of them heard of: the day tells nothing about rates. */
export const isKnown = ({ inService, unknown }: SiteDay): boolean => inService > 0 || unknown === 0

/** Places by what `labelOf` says of each site, added up: devices of all states, and the rate of those of which the day is known. */
export function placesOf(sites: readonly SiteFigures[], labelOf: (site: SiteFigures) => Label): WallPlace[] {
  const places = new Map<number | string, WallPlace>()
  for (const site of sites) {
    const { id, name } = labelOf(site)
    let place = places.get(id ?? name)
    if (!place) {
      place = { id, name, total: 0, online: 0, inService: 0, onlineRate: null }
      places.set(id ?? name, place)
    }
    place.total += site.devices
    if (!isKnown(site)) continue
    place.online += site.online
    place.inService += site.inService
  }
  for (const place of places.values()) place.onlineRate = percent(place.online, place.inService)
  return [...places.values()]
}

const collator = new Intl.Collator('zh-CN')

/** The `most` places with the lowest rank, equal ones by name. Thousands of names take a tenth of a second to compare: only those that may be shown are. */
function firstOf(places: readonly WallPlace[], most: number, rankOf: (place: WallPlace) => number): WallPlace[] {
  const last = Float64Array.from(places, rankOf).sort()[most - 1] ?? Number.POSITIVE_INFINITY
  return places
    .filter((place) => rankOf(place) <= last)
    .sort((one, other) => {
      const [left, right] = [rankOf(one), rankOf(other)]
      return left === right ? collator.compare(one.name, other.name) : left - right
    })
    .slice(0, most)
}

export const largestFirst = (places: readonly WallPlace[], most: number): WallPlace[] =>
  firstOf(places, most, ({ total }) => -total)
/** Places of which nothing is known come last: it is no rate. */
export const lowestFirst = (places: readonly WallPlace[], most: number): WallPlace[] =>
  firstOf(places, most, ({ onlineRate }) => onlineRate ?? Number.POSITIVE_INFINITY)
