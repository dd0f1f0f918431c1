import { percent } from '#shared/charts.ts'
import type { WallPlace } from '#shared/cockpits.ts'

/**
 * The figures of one site of a base on a business day; siteId 0 = devices without a site. `never` = devices that could
 * be in service, but have never reported.
 */
export type SiteDay = {
  companyId: number
  siteId: number
  inService: number
  online: number
  unknown: number
  never: number
}
/** The same with the present number of devices. A device that was scrapped earlier has no row for the day. */
export type SiteFigures = SiteDay & { devices: number }
export type Label = { id: number | null; name: string }

/** Tell whether a day has rates. It has none if every device that could be in service lacks data (`unknown`). */
export const isKnown = ({ inService, unknown }: SiteDay): boolean => inService > 0 || unknown === 0

/** Sum sites up to places by their label: devices of all states, and the rate of the sites with data for the day. */
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

/**
 * Return the `most` places with the lowest rank, equal ones by name. Only places that can be in the result are compared
 * by name, because comparing thousands of names takes a tenth of a second.
 */
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
/** Order places by rate, lowest first. Places without a rate come last. */
export const lowestFirst = (places: readonly WallPlace[], most: number): WallPlace[] =>
  firstOf(places, most, ({ onlineRate }) => onlineRate ?? Number.POSITIVE_INFINITY)
