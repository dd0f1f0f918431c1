import { businessTime } from '#shared/dates.ts'

const toTheMinute = 'YYYY-MM-DD HH:mm'.length

/**
 * An ISO instant by the clock of the business, wherever the reader sits, in the form that every list, file and call has: `YYYY-MM-DD HH:mm:ss`.
 * `short` leaves the seconds out.
 */
export function formatInstant(iso: string, timeZone: string, timeStyle: 'medium' | 'short' = 'medium'): string {
  const text = businessTime(new Date(iso), timeZone)
  return timeStyle === 'short' ? text.slice(0, toTheMinute) : text
}
