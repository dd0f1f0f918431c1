import { serialKey } from '#shared/devices.ts'
import { distinctSerials } from '#shared/serial-lists.ts'
import type { Stocktake, StocktakeCounts, StocktakeLine } from '#shared/stocktakes.ts'

/** A machine that the caller sees; `place` names its current place. */
export type CountedDevice = {
  id: number
  serial: string
  state: NonNullable<StocktakeLine['state']>
  siteId: number | null
  place: string | null
}

type Compared = Pick<Stocktake, 'counts' | 'lines'>

const lineOf = ({ id, serial, state, place }: CountedDevice): StocktakeLine => ({ serial, deviceId: id, state, place })

/**
 * Compare scanned serials with the machines of a site. Pure.
 * @param ofSite machines of the site that are not scrapped
 * @param elsewhere machines of other places, or scrapped ones, with a scanned serial
 */
export function compareSerials(
  scanned: readonly string[],
  ofSite: readonly CountedDevice[],
  elsewhere: readonly CountedDevice[],
): Compared {
  const { serials, repeated } = distinctSerials(scanned)
  const own = new Map(ofSite.map((device) => [serialKey(device.serial), device]))
  const others = new Map(elsewhere.map((device) => [serialKey(device.serial), device]))
  const lines: Compared['lines'] = { here: [], missing: [], foreign: [], unknown: [] }
  for (const serial of serials) {
    const key = serialKey(serial)
    const here = own.get(key)
    const other = others.get(key)
    if (here) lines.here.push(lineOf(here))
    else if (other) lines.foreign.push(lineOf(other))
    else lines.unknown.push({ serial, deviceId: null, state: null, place: null })
    own.delete(key)
  }
  const absent = [...own.values()]
  const isAway = ({ state }: CountedDevice) => state === 'repairing' || state === 'lost'
  lines.missing = absent.filter((device) => !isAway(device)).map(lineOf)
  const counts: StocktakeCounts = {
    ...{
      here: lines.here.length,
      missing: lines.missing.length,
      foreign: lines.foreign.length,
      unknown: lines.unknown.length,
    },
    ...{ away: absent.filter(isAway).length, repeated },
  }
  return { counts, lines }
}
