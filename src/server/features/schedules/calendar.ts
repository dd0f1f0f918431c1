import { Cron } from 'croner'
import { businessTime } from '#shared/dates.ts'
import type { Calendar, SchedulePreview } from '#shared/schedules.ts'

const allMonths = '*'
const february = '2'
const monthsWithoutFebruary = '1,3-12'

/** `croner` says `L` for the last day of a month. */
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
 * The first run after `from`. A time that a change of clocks leaves out runs when the gap ends, one that comes twice runs once.
 * @throws Error for a calendar that has no further run
 */
export function nextRun(calendar: Calendar, from: Date, timeZone: string): Date {
  const runs = patternsOf(calendar).flatMap((pattern) => new Cron(pattern, { timezone: timeZone }).nextRun(from) ?? [])
  if (runs.length === 0) throw new Error('the calendar has no further run')
  return new Date(Math.min(...runs.map((run) => run.getTime())))
}

/** The next `count` runs, each with whether its month is shorter than the chosen day. */
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
