import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'

/** Return the business day of an instant, as SQL. */
export const dayOf = (instant: RawBuilder<unknown>, timeZone: string): RawBuilder<string> =>
  sql<string>`(${instant} at time zone ${timeZone})::date`

/** Compare an instant with the first and the last business day, in a form that an index supports. */
export const within = (instant: RawBuilder<unknown>, start: Day, end: Day, timeZone: string): RawBuilder<boolean> =>
  sql<boolean>`(${instant} >= (${start}::timestamp at time zone ${timeZone}) and ${instant} < (${addDays(end, 1)}::timestamp at time zone ${timeZone}))`

/** Return the last `count` months up to that of `day`, as YYYY-MM. */
export function monthsTo(day: Day, count: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const whole = year * 12 + (month - 1) - (count - 1 - index)
    return `${Math.floor(whole / 12)}-${String((whole % 12) + 1).padStart(2, '0')}`
  })
}
