import type { RateLine } from './charts.ts'
import type { Day } from './dates.ts'
import type { Coverage } from './day-lists.ts'
import type { DeviceCounts, DeviceState } from './devices.ts'

/** A province, base or site on the business date; `onlineRate` in percent, null = nothing is known. */
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
/** Everything that a wall screen shows, from one reading; `asOf` = when the server read it, an ISO instant. */
export type Wall = {
  asOf: string
  /** The business date; null = there is none yet. */
  date: Day | null
  company: string
  counts: DeviceCounts
  /** The largest first. */
  provinces: WallPlace[]
  /** The lowest online rate first, as many as `wallRows` of those that there are; bases for headquarters alone. */
  sites: WallPlace[]
  siteCount: number
  bases: WallPlace[]
  baseCount: number
  rates: { online: RateLine; offline: RateLine; compliance: RateLine }
  /** Newest first. */
  warnings: WallWarning[]
  coverage: WallCoverage | null
}

/** What the feed of a day told: `sites` = of those that lack something, `lacking` in number, the first; who sent nothing is before all others. */
export type WallCoverage = Coverage & { lacking: number }

/** Places of a kind that a wall is told of: none has room for more. */
export const wallRows = 50

/** Days of the lines on a wall screen. */
export const wallDays = 30
/** A wall screen asks again after this long. */
export const wallMilliseconds = 30_000
