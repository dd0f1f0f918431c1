import type { RateLine } from './charts.ts'
import type { Day } from './dates.ts'
import type { Coverage } from './day-lists.ts'
import type { DeviceCounts, DeviceState } from './devices.ts'

/** A province, base or site on the business date; `onlineRate` in percent, null = nothing is known. */
export type WallPlace = { id: number | null; name: string; total: number; online: number; inService: number; onlineRate: number | null }
export type WallWarning = { id: number; serial: string; state: DeviceState; site: string | null; client: string | null; stateSince: string }
/** Everything that a wall screen shows, from one reading; `asOf` = when the server read it, an ISO instant. */
export type Wall = {
  asOf: string
  /** The business date; null = there is none yet. */
  date: Day | null
  company: string
  counts: DeviceCounts
  /** The largest first. */
  provinces: WallPlace[]
  /** The lowest online rate first; bases for headquarters alone. */
  sites: WallPlace[]
  bases: WallPlace[]
  rates: { online: RateLine; offline: RateLine; compliance: RateLine }
  /** Newest first. */
  warnings: WallWarning[]
  coverage: Coverage | null
}

/** Days of the lines on a wall screen. */
export const wallDays = 30
/** A wall screen asks again after this long. */
export const wallMilliseconds = 30_000
