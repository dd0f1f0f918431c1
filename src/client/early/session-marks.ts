import type { SessionInfo } from '#shared/auth.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'

/** Places in the first calls of a screen that `early.ts` fills in once the session has arrived. */
export const ofSession = { user: '$user', company: '$company', base: '$base' } as const
/**
 * A day of the business, this many days after today, after the first day of its week or month, or after the newest day
 * with figures.
 */
export const dayMark = (count: number, from: 'day' | 'week' | 'month' | 'nextMonth' | 'newest' = 'day'): string =>
  `$${from}${count < 0 ? '' : '+'}${count}`

/** A mark in the text of a call. The id of a record has none here: it is known at once, from the address. */
const marks = /"\$(user|company|base|(?:day|week|month|nextMonth|newest)([+-]\d+))"/g
const baseMark = `"${ofSession.base}"`

/**
 * What replaces the marks: the session, the base that a board shows (`chosenBase`), and the newest day with figures.
 */
export type Known = Pick<SessionInfo, 'id' | 'companyId' | 'timeZone'> & { base?: number; newest?: Day }

export const needsSession = (calls: string): boolean => calls.search(marks) >= 0
export const needsBase = (calls: string): boolean => calls.includes(baseMark)
export const needsNewest = (calls: string): boolean => calls.includes('"$newest')

/** Here instead of `dates.ts`, whose schemas would make the script before the first paint many times larger. */
const moved = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
const monthOf = (day: string): string => `${day.slice(0, 8)}01`

function dayAt(from: string, today: string): string {
  if (from.startsWith('week')) return moved(today, 1 - (new Date(today).getUTCDay() || 7))
  if (from.startsWith('month')) return monthOf(today)
  return from.startsWith('next') ? monthOf(moved(monthOf(today), 31)) : today
}

/** Replace the marks in the text of calls. */
export function fillMarks(calls: string, { id, companyId, timeZone, base, newest }: Known): string {
  const ids: Record<string, number | undefined> = { user: id, company: companyId, base }
  const today = businessDay(new Date(), timeZone)
  return calls.replace(marks, (_, name: string, count?: string) =>
    JSON.stringify(
      count === undefined
        ? ids[name]
        : moved(name.startsWith('newest') ? (newest ?? today) : dayAt(name, today), Number(count)),
    ),
  )
}
