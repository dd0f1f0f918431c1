import { businessTime } from '#shared/business-time.ts'

const toTheMinute = 'YYYY-MM-DD HH:mm'.length
const whole = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/**
 * Format an ISO instant in the business time zone, wherever the user is: `YYYY-MM-DD HH:mm`; files and API
 * responses have the seconds.
 */
export const formatInstant = (iso: string, timeZone: string): string =>
  businessTime(new Date(iso), timeZone).slice(0, toTheMinute)

/** Return a row's time without its seconds; any other text unchanged. */
export const toMinute = (text: string): string => (whole.test(text) ? text.slice(0, toTheMinute) : text)
