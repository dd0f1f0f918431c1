import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'

/** The business day of an instant, as SQL. */
export const dayOf = (instant: RawBuilder<unknown>, timeZone: string): RawBuilder<string> =>
  sql<string>`(${instant} at time zone ${timeZone})::date`

/** Instants from the first to the end of the last business day, by a comparison that an index can follow. */
export const within = (instant: RawBuilder<unknown>, start: Day, end: Day, timeZone: string): RawBuilder<boolean> =>
  sql<boolean>`(${instant} >= (${start}::timestamp at time zone ${timeZone}) and ${instant} < (${addDays(end, 1)}::timestamp at time zone ${timeZone}))`

/** The last `count` months up to that of `day`, YYYY-MM. */
export function monthsTo(day: Day, count: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const whole = year * 12 + (month - 1) - (count - 1 - index)
    return `${Math.floor(whole / 12)}-${String((whole % 12) + 1).padStart(2, '0')}`
  })
}
