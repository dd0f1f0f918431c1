import { businessTime } from '#shared/business-time.ts'

const toTheMinute = 'YYYY-MM-DD HH:mm'.length
const whole = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/**
 * Format an ISO instant in the business time zone, wherever the user is: `YYYY-MM-DD HH:mm`. `medium` adds the seconds,
 * which files and API responses have, for events within the same minute.
 */
export function formatInstant(iso: string, timeZone: string, timeStyle: 'medium' | 'short' = 'short'): string {
  const text = businessTime(new Date(iso), timeZone)
  return timeStyle === 'short' ? text.slice(0, toTheMinute) : text
}

/** Return a row's time without its seconds; any other text unchanged. */
export const toMinute = (text: string): string => (whole.test(text) ? text.slice(0, toTheMinute) : text)
