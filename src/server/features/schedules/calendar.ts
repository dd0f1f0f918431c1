import { Cron } from 'croner'
import { businessTime } from '#shared/business-time.ts'
import type { Calendar, SchedulePreview } from '#shared/schedules.ts'

const allMonths = '*'
const february = '2'
const monthsWithoutFebruary = '1,3-12'

/** `croner` uses `L` for the last day of a month. */
function patternsOf({ every, weekdays, monthDay = 1, time }: Calendar): string[] {
  const [hour, minute] = time.split(':').map(Number)
  const at = (days: string, months: string, week = '*') => `0 ${minute} ${hour} ${days} ${months} ${week}`
  if (every === 'day') return [at('*', allMonths)]
  if (every === 'week') return [at('*', allMonths, (weekdays ?? [1]).join(','))]
  if (monthDay <= 28) return [at(String(monthDay), allMonths)]
  if (monthDay === 31) return [at('L', allMonths)]
  return [at(String(monthDay), monthsWithoutFebruary), at('L', february)]
}

/**
 * Return the first run after `from`. A local time skipped by daylight saving runs at the end of the gap, a repeated one
 * runs once.
 * @throws Error for a calendar without a further run
 */
export function nextRun(calendar: Calendar, from: Date, timeZone: string): Date {
  const runs = patternsOf(calendar).flatMap((pattern) => new Cron(pattern, { timezone: timeZone }).nextRun(from) ?? [])
  if (runs.length === 0) throw new Error('the calendar has no further run')
  return new Date(Math.min(...runs.map((run) => run.getTime())))
}

/** Return the next `count` runs, each with whether its month is shorter than the chosen day. */
export function previewOf(calendar: Calendar, from: Date, timeZone: string, count = 5): SchedulePreview {
  const runs: SchedulePreview['runs'] = []
  let last = from
  while (runs.length < count) {
    last = nextRun(calendar, last, timeZone)
    const timeStr = businessTime(last, timeZone)
    runs.push({
      timeStr,
      shortened: calendar.every === 'month' && Number(timeStr.slice(8, 10)) < (calendar.monthDay ?? 1),
    })
  }
  return { runs }
}
