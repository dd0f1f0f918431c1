import { addDays, type Day, isDay, type Month } from '#shared/dates.ts'

const daysOfWeek = 7
/** As many weeks as any month needs, so that the calendar keeps its height. */
const weeksShown = 6

export const monthOf = (day: Day): Month => day.slice(0, 'YYYY-MM'.length)

/** Return the same day of another month, or the last day of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const first = new Date(`${monthOf(day)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + count)
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  const wanted = Math.min(Number(day.slice(-2)), last.getUTCDate())
  return `${first.toISOString().slice(0, 'YYYY-MM-'.length)}${String(wanted).padStart(2, '0')}`
}

/** Return the days since Monday, the first day of the week in both languages. */
export const weekdayOf = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + daysOfWeek - 1) % daysOfWeek

/** Return the six weeks that contain the whole month, with days of the months before and after. */
export function weeksOf(month: Month): Day[][] {
  const first = `${month}-01`
  const start = addDays(first, -weekdayOf(first))
  return Array.from({ length: weeksShown }, (_, week) =>
    Array.from({ length: daysOfWeek }, (_, day) => addDays(start, week * daysOfWeek + day)),
  )
}

/** Parse a typed day: with dashes, dots, slashes, Chinese characters, or digits only; null = not an existing day. */
export function parseDay(text: string): Day | null {
  const digits =
    /^\s*(\d{4})(\d{2})(\d{2})\s*$/.exec(text) ??
    /^\s*(\d{4})\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})\s*日?\s*$/.exec(text)
  if (!digits) return null
  const [, year = '', month = '', date = ''] = digits
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** Can a further key continue the text to another value? It ends with a day of one digit, or hours without minutes. */
export const isOpen = (text: string): boolean => /[-./月]\s*\d\s*$|[点时]\s*$/.test(text)

/** Parse a typed time of the day: with a colon, Chinese characters, or digits only; null = not an existing time. */
export function parseTime(text: string): string | null {
  const [, hours = '', minutes = '00'] =
    /^\s*(\d{2})(\d{2})\s*$/.exec(text) ??
    /^\s*(\d{1,2})\s*[:：.点时]\s*(\d{2})\s*分?\s*$/.exec(text) ??
    /^\s*(\d{1,2})\s*[点时]\s*$/.exec(text) ??
    []
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, '0')}:${minutes}` : null
}

/** Parse a typed day and time as `YYYY-MM-DD HH:mm`; null = incomplete, or one of the two does not exist. */
export function parseMoment(text: string): string | null {
  const [, day = '', time = ''] = /^(\d{8})(\d{4})$/.exec(text.trim()) ?? /^(.*日|.*[\sT])(.+)$/.exec(text.trim()) ?? []
  const known = [parseDay(day.replace(/T$/, '')), parseTime(time)]
  return known.includes(null) ? null : known.join(' ')
}

const quarter = 15
const minutesOfDay = 1_440
/** Return the quarter of an hour to which an arrow key moves from a time; undefined = the key does not move. */
export function timeAfterKey(key: string, time: string): string | undefined {
  const by = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0
  if (by === 0) return undefined
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const now = (hours * 60 + minutes) / quarter
  const next = ((by > 0 ? Math.floor(now) + 1 : Math.ceil(now) - 1) * quarter + minutesOfDay) % minutesOfDay
  return [Math.floor(next / 60), next % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

const moves = new Map<string, (day: Day) => Day>([
  ['ArrowLeft', (day) => addDays(day, -1)],
  ['ArrowRight', (day) => addDays(day, 1)],
  ['ArrowUp', (day) => addDays(day, -daysOfWeek)],
  ['ArrowDown', (day) => addDays(day, daysOfWeek)],
  ['Home', (day) => addDays(day, -weekdayOf(day))],
  ['End', (day) => addDays(day, daysOfWeek - 1 - weekdayOf(day))],
  ['PageUp', (day) => addMonths(day, -1)],
  ['PageDown', (day) => addMonths(day, 1)],
])

/** Return the day to which a key moves from a day of the calendar; undefined = the key does not move. */
export const dayAfterKey = (key: string, day: Day): Day | undefined => moves.get(key)?.(day)
