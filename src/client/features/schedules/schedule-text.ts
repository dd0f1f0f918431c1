import { say } from '#client/i18n.ts'
import type { ScheduleRow } from '#shared/schedules.ts'

export const weekdayNumbers = [1, 2, 3, 4, 5, 6, 7] as const
type Weekday = (typeof weekdayNumbers)[number]

/** The times of a schedule in words. */
export function calendarText({
  every,
  weekdays,
  monthDay,
  time,
}: Pick<ScheduleRow, 'every' | 'weekdays' | 'monthDay' | 'time'>): string {
  if (every === 'day') return say('schedules.calendar.day', { time })
  if (every === 'month') return say('schedules.calendar.month', { day: monthDay ?? 1, time })
  return say('schedules.calendar.week', {
    days: (weekdays ?? []).map((day) => say(`schedules.weekday.${day as Weekday}`)).join(' '),
    time,
  })
}

/** The content of a schedule in words. */
export function contentText({
  content,
  list,
  view,
  client,
}: Pick<ScheduleRow, 'content' | 'list' | 'view' | 'client'>): string {
  const narrowed =
    content === 'list' ? [list && say(`schedules.list.${list}`), view] : content === 'statement' ? [client] : []
  return [say(`schedules.content.${content}`), ...narrowed].filter(Boolean).join(' · ')
}
