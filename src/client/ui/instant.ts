import { businessTime } from '#shared/dates.ts'

const toTheMinute = 'YYYY-MM-DD HH:mm'.length
const whole = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/**
 * An ISO instant by the clock of the business, wherever the reader sits: `YYYY-MM-DD HH:mm`. `medium` has the seconds, which files and calls have,
 * for what follows each other within a minute.
 */
export function formatInstant(iso: string, timeZone: string, timeStyle: 'medium' | 'short' = 'short'): string {
  const text = businessTime(new Date(iso), timeZone)
  return timeStyle === 'short' ? text.slice(0, toTheMinute) : text
}

/** A time as a row has it, without its seconds; any other text as it is. */
export const toMinute = (text: string): string => (whole.test(text) ? text.slice(0, toTheMinute) : text)
