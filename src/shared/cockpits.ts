import type { RateLine, RateOutside } from './charts.ts'
import type { Day } from './dates.ts'
import type { Coverage } from './day-lists.ts'
import type { DeviceCounts, DeviceState } from './devices.ts'

/** A province, base or site on the business date; `onlineRate` in percent, null = not known. */
export type WallPlace = {
  id: number | null
  name: string
  total: number
  online: number
  inService: number
  onlineRate: number | null
}
export type WallWarning = {
  id: number
  serial: string
  state: DeviceState
  site: string | null
  client: string | null
  stateSince: string
}
/** All data of a wall screen, from one read; `asOf` = the time of the read, an ISO instant. */
export type Wall = {
  asOf: string
  /** The business date; null = there is none yet. */
  date: Day | null
  company: string
  counts: DeviceCounts
  /** The largest first. */
  provinces: WallPlace[]
  /** The lowest online rate first, at most `wallRows`; bases for headquarters only. */
  sites: WallPlace[]
  siteCount: number
  bases: WallPlace[]
  baseCount: number
  rates: { online: RateLine; offline: RateLine; compliance: RateLine }
  /** Devices in a state of service on the newest day that its rates leave out. */
  outside: RateOutside
  /** Newest first. */
  warnings: WallWarning[]
  coverage: WallCoverage | null
}

/**
 * The coverage of a day's feed: `sites` = the first sites with missing machines, those without any feed before all
 * others; `lacking` = the number of all such sites.
 */
export type WallCoverage = Coverage & { lacking: number }

/** Maximum number of places of a kind in the response: no screen can show more. */
export const wallRows = 50

/** Days of the line charts on a wall screen. */
export const wallDays = 30
/** Refresh interval of a wall screen. */
export const wallMilliseconds = 30_000
