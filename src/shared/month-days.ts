import type { Day } from './dates.ts'
import type { DayPart, PlaceHistory } from './day-lists.ts'

/** A day of a month with the number of one part; `of` is the denominator of a rate, null where nothing is known. */
export type PartDay = { day: Day; count: number | null; of: number | null }
/** `total` and `of` are sums of machine-days; `average` is what the bar of a state shows: devices a day. */
export type PartMonth = { days: PartDay[]; total: number; of: number | null; average: number | null }

const countsOf = ({ stack, rates }: PlaceHistory, part: DayPart) => {
  if (part === 'online') return rates.online.numerator
  if (part === 'inService') return rates.online.denominator
  return stack.series.find(({ name }) => name === part)?.data ?? []
}

/**
 * What a month's point is made of: its days as they are in `history` (by day; of what is in service on the basis of that), and their
 * sum or average. Source: fleet.md, Rates.
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
