import { locale, say } from '#client/i18n.ts'
import { addDays, type Day, daysBetween, isDay } from '#shared/dates.ts'
import type { PlanKind } from '#shared/reservations.ts'

/** 1 = Monday … 7 = Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))
const firstOf = (day: Day): Day => `${day.slice(0, 7)}-01`
const nextMonth = (day: Day): Day => firstOf(addDays(firstOf(day), 31))
const monthNames = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })

export type PlanSpan = { title: string; from: Day; to: Day; days: Day[]; before: Day; after: Day; now: Day }

/** The week or month of the wanted day, with the first days of its neighbours; `today` is the default day. */
export function spanOf(kind: PlanKind, requested: string | undefined, today: Day): PlanSpan {
  const day = requested !== undefined && isDay(requested) ? requested : today
  if (kind === 'week') {
    const [from, to] = [mondayOf(day), addDays(mondayOf(day), 6)]
    return {
      title: say('planning.weekOf', { from, to }),
      from,
      to,
      days: daysBetween(from, to),
      before: addDays(from, -7),
      after: addDays(from, 7),
      now: mondayOf(today),
    }
  }
  const from = firstOf(day)
  const to = addDays(nextMonth(day), -1)
  const title = monthNames.format(new Date(`${from}T00:00:00Z`))
  return {
    title,
    from,
    to,
    days: daysBetween(from, to),
    before: firstOf(addDays(from, -1)),
    after: nextMonth(day),
    now: firstOf(today),
  }
}
