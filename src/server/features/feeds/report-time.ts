import { businessTime } from '#shared/dates.ts'

const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})$/i
const local = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$/
const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2100, 0, 1)
const within = (time: number): number | null => (time >= earliest && time < latest ? time : null)

const asUtc = (businessText: string) => Date.parse(`${businessText.replace(' ', 'T')}Z`)

/**
 * Reader of report times, in ms since 1970; null = not a time. ISO 8601 with a zone, a local time in the business time zone
 * (`2026-11-01 08:00:00`, also with `/`), or Unix time in s or ms. Keeps the zone's offset of each hour, because asking for it is slow.
 */
export function reportTimes(timeZone: string): (value: unknown) => number | null {
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
  const timeOf = (value: unknown): number | null => {
    if (typeof value === 'number') return within(value > 1e11 ? value : value * 1_000)
    if (typeof value !== 'string') return null
    const text = value.trim()
    if (zoned.test(text)) return within(Date.parse(text.replace(' ', 'T').replace(/\s+/g, '')))
    if (/^\d{10}$|^\d{13}$/.test(text)) return within(Number(text) * (text.length === 10 ? 1_000 : 1))
    const parts = local.exec(text)
    if (!parts) return null
    const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
    const wall = Date.UTC(year, month - 1, day, hours, minutes, seconds)
    const back = new Date(wall)
    const exists = back.getUTCMonth() === month - 1 && back.getUTCDate() === day && back.getUTCHours() === hours && minutes < 60 && seconds < 60
    return exists ? within(wall - offsetAt(wall)) : null
  }
  // Most lines of a feed were written in the same second.
  let last: { value: unknown; time: number | null } = { value: undefined, time: null }
  return (value) => {
    if (value !== last.value) last = { value, time: timeOf(value) }
    return last.time
  }
}
