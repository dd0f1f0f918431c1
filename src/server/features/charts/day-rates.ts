import type { Basis, Rate, RateOutside } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { RateIndicator } from '#shared/rankings.ts'

// The rates of one business day: online, offline and compliance. Source: fleet.md, Rates.

/**
 * Sums over all devices of one business day. `in_service`, `online` and `compliant` count only devices with data for
 * the day.
 */
export type Sums = { in_service: number; online: number; compliant: number; unknown: number } & Record<
  DeviceState,
  number
>
export type DaySums = Sums & { day: Day }

export const numerators: Record<Rate, (day: Sums) => number> = {
  online: ({ online }) => online,
  offline: ({ in_service, online }) => in_service - online,
  compliance: ({ compliant }) => compliant,
}
export const denominators: Record<Basis, (day: Sums) => number> = {
  inService: ({ in_service }) => in_service,
  allOwned: ({ in_service, repairing, repaired, lost }) => in_service + repairing + repaired + lost,
}

/** Tell whether a day has rates. It has none if every device that could be in service lacks data (`unknown`). */
export const isKnown = ({ in_service, unknown }: Sums) => in_service > 0 || unknown === 0

export const rateOfIndicator: Record<RateIndicator, Rate> = {
  online_rate: 'online',
  offline_rate: 'offline',
  hash_rate: 'compliance',
}

/** Return numerator and denominator of a rate of one day; null = the day has no rate. */
export const rateParts = (day: Sums, rate: Rate, basis: Basis): { numerator: number; denominator: number } | null =>
  isKnown(day) ? { numerator: numerators[rate](day), denominator: denominators[basis](day) } : null

/** Return the devices of a day that could be in service, but are not in its rate. */
export function outsideOf(day: DaySums | undefined): RateOutside {
  if (!day) return { never: 0, noData: 0 }
  const { normal, low, warn, offline, in_service, unknown } = day
  return { never: normal + low + warn + offline - in_service - unknown, noData: unknown }
}
