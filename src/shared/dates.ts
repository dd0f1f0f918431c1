import { z } from 'zod'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const millisecondsPerDay = 86_400_000

/** Is a text an existing calendar day, written YYYY-MM-DD? */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text
}

/** A business day, YYYY-MM-DD, in the business time zone. Checks of a range run only on existing days. */
export const Day = z.string().refine(isDay, { message: 'day', abort: true })
/** The first and the last day of a range, in any order. */
export const TwoDays = z.tuple([Day, Day], { error: 'twoDays' })
export type Day = string

/** A month, YYYY-MM. */
export const Month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, { message: 'month' })
export type Month = string

type OpenDays = { startDate?: Day | undefined; endDate?: Day | undefined }
/** Is the end not before the start? Both days are inclusive, and either may be missing. */
export const daysInOrder = ({ startDate, endDate }: OpenDays): boolean =>
  startDate === undefined || endDate === undefined || startDate <= endDate
/** The schema error if `daysInOrder` is false. */
export const daysReversed = { message: 'dateOrder', path: ['endDate'] }

/** Return `day` moved by `count` days (negative = earlier). */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * millisecondsPerDay).toISOString().slice(0, 10)
}

/**
 * Return the days from `start` to `end`, both inclusive; empty if end is before start. Built a month at a time, because
 * charts request years.
 */
export function daysBetween(start: Day, end: Day): Day[] {
  const days: Day[] = []
  const last = Date.parse(`${end}T00:00:00Z`)
  let at = Date.parse(`${start}T00:00:00Z`)
  while (at <= last) {
    const first = new Date(at)
    const month = first.toISOString().slice(0, 'YYYY-MM-'.length)
    const nextMonth = new Date(at).setUTCMonth(first.getUTCMonth() + 1, 1)
    for (let date = first.getUTCDate(); at < nextMonth && at <= last; date += 1, at += millisecondsPerDay)
      days.push(month + (date < 10 ? `0${date}` : date))
  }
  return days
}
