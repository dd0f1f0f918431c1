import type { Day } from './dates.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone)
  if (!found) {
    found = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, found)
  }
  return found
}

/** Format an instant as `YYYY-MM-DD HH:mm:ss` in the business time zone: the form of every …Str field. */
export function businessTime(instant: Date, timeZone: string): string {
  return formatter(timeZone).format(instant)
}

/** Return the business day of an instant. */
export function businessDay(instant: Date, timeZone: string): Day {
  return businessTime(instant, timeZone).slice(0, 10)
}

/** Return the instant of a moment in business time; for one that a clock change skips, the instant one hour later. */
export function instantOf(moment: string, timeZone: string): Date {
  const wall = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  const wanted = wall(moment)
  const shifted = (guess: number) => wanted - (wall(businessTime(new Date(guess), timeZone)) - guess)
  return new Date(shifted(shifted(wanted)))
}
