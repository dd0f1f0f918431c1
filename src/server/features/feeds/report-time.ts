import { businessTime } from '#shared/business-time.ts'

const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})$/i
const date = '(\\d{4})(?:[-/.](\\d{1,2})[-/.](\\d{1,2})|年(\\d{1,2})月(\\d{1,2})日)'
const half = '[ap]\\.?m\\.?|上午|下午'
const clock = '(\\d{1,2})(?::(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?|[时点](?:(\\d{1,2})分(?:(\\d{1,2})秒)?)?)'
/** A day, usually with a time on a 24-hour or 12-hour clock. */
const local = new RegExp(`^${date}(?:(?:[T ]+(?![T ])|(?<=日)|(?=${half}))(${half})? *${clock} *(${half})?)?$`, 'i')
/** The same in the form of English and European spreadsheets: 11/26/2026 5:25 PM, 26.11.2026 17:25. */
const yearLast = new RegExp(
  `^(\\d{1,2})([/.])(\\d{1,2})\\2(\\d{4})(?:,?[T ]+(?![T ])(${half})? *${clock} *(${half})?)?$`,
  'i',
)
/** The same without separators. */
const compact = /^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})?)?$/
/** Days since the end of 1899, as spreadsheets count them. Five digits cover this century. */
const serial = /^\d{5}(?:\.\d{1,15})?$/
const unix = /^\d{10}$|^\d{13}$/
const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2100, 0, 1)
const within = (time: number): number | null => (time >= earliest && time < latest ? time : null)
const spreadsheetEpoch = Date.UTC(1899, 11, 30)
const secondsPerDay = 86_400

const asUtc = (businessText: string) => Date.parse(`${businessText.replace(' ', 'T')}Z`)
const isAfternoon = (said: string): boolean => /^p|下午/i.test(said)

/** Convert hours of a 12-hour clock to hours of a day; NaN for a contradiction. */
function hoursOf(hours: number, said: string): number {
  if (said === '') return hours
  // Accept an hour of the 24-hour clock with a word that agrees with it, as in 下午 17:25.
  if (hours > 12) return isAfternoon(said) ? hours : Number.NaN
  return (hours % 12) + (isAfternoon(said) ? 12 : 0)
}

/** Return a local time in ms as if it were UTC; null if it does not exist, as on 30 February. */
function wallOf(year: number, month: number, day: number, hours = 0, minutes = 0, seconds = 0): number | null {
  const wall = Date.UTC(year, month - 1, day, hours, minutes, seconds)
  const back = new Date(wall)
  const exists =
    back.getUTCMonth() === month - 1 &&
    back.getUTCDate() === day &&
    back.getUTCHours() === hours &&
    minutes < 60 &&
    seconds < 60
  return exists ? wall : null
}

/** Return the local time from the groups of `clock` and the AM or PM before and after it; null if both are present. */
function wallAt(
  [year, month, day]: [number, number, number],
  clockParts: readonly (string | undefined)[],
): number | null {
  const [before = '', hours = '0', minutes, seconds, minutesWord, secondsWord, behind = ''] = clockParts
  if (before !== '' && behind !== '') return null
  const at = [
    hoursOf(Number(hours), before || behind),
    Number(minutes ?? minutesWord ?? 0),
    Number(seconds ?? secondsWord ?? 0),
  ] as const
  return wallOf(year, month, day, ...at)
}

/**
 * Return month and day of a text that ends with the year. With dots, the day is first. With slashes, the order is known
 * only if a number is above 12 or both are equal; otherwise null.
 */
function monthAndDay(first: number, sign: string, second: number): [number, number] | null {
  if (sign === '.' || first > 12) return [second, first]
  return second > 12 || first === second ? [first, second] : null
}

/** Return the two possible days of a text with slashes, as in 3/4/2026; null if there is only one, or none. */
export function twoDays(text: string): [string, string] | null {
  const [, first, sign = '', second, year] = yearLast.exec(text.normalize('NFKC').trim()) ?? []
  if (first === undefined || second === undefined || monthAndDay(Number(first), sign, Number(second)) !== null)
    return null
  const [one, other] = [first.padStart(2, '0'), second.padStart(2, '0')]
  return Number(one) === 0 || Number(other) === 0 ? null : [`${year}-${one}-${other}`, `${year}-${other}-${one}`]
}

function wallOfText(text: string): number | null {
  const parts = local.exec(text)
  if (parts) {
    const [, year, month, day, monthWord, dayWord, ...clockParts] = parts
    return wallAt([Number(year), Number(month ?? monthWord), Number(day ?? dayWord)], clockParts)
  }
  const ending = yearLast.exec(text)
  if (ending) {
    const [, first, sign = '', second, year, ...clockParts] = ending
    const named = monthAndDay(Number(first), sign, Number(second))
    return named && wallAt([Number(year), ...named], clockParts)
  }
  const digits = compact.exec(text)
  if (digits) {
    const [year = 0, month = 0, day = 0, ...at] = digits.slice(1).map((part) => Number(part ?? 0))
    return wallOf(year, month, day, ...at)
  }
  return serial.test(text) ? wallOfSerial(Number(text)) : null
}
const wallOfSerial = (days: number): number => spreadsheetEpoch + Math.round(days * secondsPerDay) * 1_000

/** `localTimes`: the number of lines whose time was without a zone and was read in business time. */
export type ReportTimes = { timeOf: (value: unknown) => number | null; localTimes: () => number }

/**
 * Create a reader of report times, in ms since 1970; null = not a time. It accepts: ISO 8601 with a zone; a time in the
 * business time zone (2026-11-01 08:00:00, also with / or ., 2026年11月1日 上午8:00, 20261101080000, with AM or PM, or the
 * days of a spreadsheet: 46327.33333); Unix time in s or ms. 11/26/2026 and 26.11.2026 are days too. 3/4/2026 is
 * ambiguous and is refused. The zone's offset is cached for each hour, because computing it is slow.
 */
export function reportTimes(timeZone: string): ReportTimes {
  const offsets = new Map<number, number>()
  const offsetAt = (wall: number): number => {
    const hour = Math.floor(wall / 3_600_000)
    const known = offsets.get(hour)
    if (known !== undefined) return known
    const first = asUtc(businessTime(new Date(wall), timeZone)) - wall
    const offset = asUtc(businessTime(new Date(wall - first), timeZone)) - (wall - first)
    if (offsets.size > 10_000) offsets.clear()
    offsets.set(hour, offset)
    return offset
  }
  type Found = { time: number | null; isLocal: boolean }
  const atWall = (wall: number | null): Found => ({
    time: wall === null || Number.isNaN(wall) ? null : within(wall - offsetAt(wall)),
    isLocal: true,
  })
  const find = (value: unknown): Found => {
    if (typeof value === 'number') {
      const days = within(wallOfSerial(value))
      return days === null ? { time: within(value > 1e11 ? value : value * 1_000), isLocal: false } : atWall(days)
    }
    if (typeof value !== 'string') return { time: null, isLocal: false }
    const trimmed = value.trim()
    const text = /[^ -~]/.test(trimmed) ? trimmed.normalize('NFKC').replace(/\s+/g, ' ') : trimmed
    if (zoned.test(text))
      return {
        time: within(Date.parse(text.replace(' ', 'T').replace(/\s+/g, '').replace(/UTC$/i, 'Z'))),
        isLocal: false,
      }
    if (unix.test(text)) return { time: within(Number(text) * (text.length === 10 ? 1_000 : 1)), isLocal: false }
    return atWall(wallOfText(text))
  }
  // Reuse the last result, because most lines of a feed have the same time, to the second.
  let last: Found & { value: unknown } = { value: undefined, time: null, isLocal: false }
  let locals = 0
  return {
    timeOf(value) {
      if (value !== last.value) last = { value, ...find(value) }
      if (last.isLocal && last.time !== null) locals += 1
      return last.time
    },
    localTimes: () => locals,
  }
}
