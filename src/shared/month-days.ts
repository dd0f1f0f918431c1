import type { Day } from './dates.ts'
import type { DayPart, PlaceHistory } from './day-lists.ts'

/** A day of a month with the count of one part; `of` is the denominator of a rate, null if not known. */
export type PartDay = { day: Day; count: number | null; of: number | null }
/** `total` and `of` are sums of machine-days; `average` is the value of a state's bar: devices a day. */
export type PartMonth = { days: PartDay[]; total: number; of: number | null; average: number | null }

const countsOf = ({ stack, rates }: PlaceHistory, part: DayPart) => {
  if (part === 'online') return rates.online.numerator
  if (part === 'inService') return rates.online.denominator
  return stack.series.find(({ name }) => name === part)?.data ?? []
}

/**
 * Return the days of a month's chart point as in `history` (for devices in service: their counts by day), and their sum
 * or average. Source: fleet.md, Rates.
 */
export function monthOf(history: PlaceHistory, part: DayPart): PartMonth {
  const line = part.endsWith('Rate')
    ? Object.values(history.rates).find(({ name }) => `${name}Rate` === part)
    : undefined
  const counts = line?.numerator ?? countsOf(history, part)
  const days = history.stack.xAxisData.map((day, index) => ({
    day,
    count: counts[index] ?? null,
    of: line?.denominator[index] ?? null,
  }))
  const known = days.filter(({ count }) => count !== null)
  const total = known.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return {
    days,
    total,
    of: line ? known.reduce((sum, day) => sum + (day.of ?? 0), 0) : null,
    average: known.length === 0 ? null : Math.round((total / known.length) * 100) / 100,
  }
}
