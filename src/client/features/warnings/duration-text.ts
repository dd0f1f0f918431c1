import type { say as Say } from '#client/i18n.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Format a duration: days and hours, within the first day hours and minutes, within the first hour minutes. */
export function durationText(since: string, now: number, say: typeof Say): string {
  const passed = Math.max(0, now - Date.parse(since))
  if (passed >= day)
    return say('warning.days', { days: Math.floor(passed / day), hours: Math.floor((passed % day) / hour) })
  if (passed < hour) return say('warning.minutes', { minutes: Math.floor(passed / minute) })
  return say('warning.hours', { hours: Math.floor(passed / hour), minutes: Math.floor((passed % hour) / minute) })
}
