import { businessTime } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'

/** Return the instant at which the clock in `timeZone` shows `seconds` after midnight of `day`. */
export function instantOf(day: Day, seconds: number, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + seconds * 1_000
  const shown = (instant: number) => Date.parse(`${businessTime(new Date(instant), timeZone).replace(' ', 'T')}Z`)
  const first = wanted - (shown(wanted) - wanted)
  // A second pass corrects days on which the clocks change.
  return new Date(first - (shown(first) - wanted))
}

/**
 * Return a function for instants within business days, never after `now`: on the day of `now` the last tenth of the
 * elapsed part holds all hours that have not come yet, in their order. Each midnight is computed once; a day on which the clocks change is an hour off, which a demonstration
 * can accept.
 */
export function dayClock(now: Date, today: Day, timeZone: string): (day: Day, secondsOfDay: number) => Date {
  const midnights = new Map<Day, number>()
  const midnight = (day: Day): number => {
    const known = midnights.get(day) ?? instantOf(day, 0, timeZone).getTime()
    midnights.set(day, known)
    return known
  }
  const passed = Math.max(0, now.getTime() - midnight(today)) / 1_000
  const kept = 0.9 * passed
  const shrunk = (seconds: number) =>
    seconds <= kept ? seconds : kept + ((seconds - kept) / (86_400 - kept)) * (passed - kept)
  return (day, secondsOfDay) =>
    new Date(midnight(day) + Math.floor(day < today ? secondsOfDay : shrunk(secondsOfDay)) * 1_000)
}
