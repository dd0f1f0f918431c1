import { businessDay, instantOf } from './business-time.ts'
import { addDays } from './dates.ts'

/** Days of the week, 1 = Monday to 7 = Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const minuteMs = 60_000
/** Maximum length of a window: a day; windows of earlier days may still be open. */
export const longestWindowMinutes = 1_440

/** From one instant to another; or each week from `startTime` (HH:mm in the business time zone) for `minutes`. */
export type SilenceTimes =
  | { startsAt: Date; endsAt: Date; weekdays: null }
  | { startsAt: null; weekdays: readonly number[]; startTime: string; minutes: number }

export type Window = { from: Date; to: Date }

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/**
 * Return the windows of a silence that overlap a period. A weekly window begins at its local time and lasts its
 * minutes, whatever clock change happens meanwhile; if a clock change skips the start time, the window begins an hour
 * later, and if the start time occurs twice, it begins once.
 */
export function windowsWithin(times: SilenceTimes, from: Date, to: Date, timeZone: string): Window[] {
  if (times.weekdays === null)
    return times.startsAt < to && times.endsAt > from ? [{ from: times.startsAt, to: times.endsAt }] : []
  const found: Window[] = []
  const last = businessDay(to, timeZone)
  for (let day = addDays(businessDay(from, timeZone), -2); day <= last; day = addDays(day, 1)) {
    if (!times.weekdays.includes(weekdayOf(day))) continue
    const start = instantOf(`${day} ${times.startTime}:00`, timeZone)
    const end = new Date(start.getTime() + times.minutes * minuteMs)
    if (start < to && end > from) found.push({ from: start, to: end })
  }
  return found
}

/** Is an instant silenced? */
export const isSilent = (times: SilenceTimes, now: Date, timeZone: string): boolean =>
  windowsWithin(times, now, new Date(now.getTime() + 1), timeZone).length > 0
