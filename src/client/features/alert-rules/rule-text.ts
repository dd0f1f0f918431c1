import { formatNumber, say } from '#client/i18n.ts'
import type { AlertRuleRow } from '#shared/alert-rules.ts'
import type { SilenceRow } from '#shared/silences.ts'

type Conditions = Pick<AlertRuleRow, 'kind' | 'machines' | 'percent' | 'days' | 'hours' | 'byTime'>
/** Return the condition of a rule as text. */
export const conditionText = ({ kind, machines, percent, days, hours, byTime }: Conditions): string =>
  say(`alertRules.is.${kind}`, {
    machines: formatNumber(machines ?? 1),
    percent: percent ?? 0,
    days: days ?? 0,
    hours: hours ?? 0,
    byTime: byTime ?? '',
  })

type Place = Pick<AlertRuleRow, 'site' | 'client' | 'account' | 'type' | 'company'>
/** Return the places of a rule as text; `whole` = the words for the whole base. */
export const whereText = ({ site, client, account, type, company }: Place, whole: string): string =>
  [company, site ?? whole, client, account, type].filter(Boolean).join(' · ')

const minuteOf = (time: string): string => time.slice(0, 'YYYY-MM-DD HH:mm'.length)
/** Return the times of a silence as text. */
export function whenText({ startsAtStr, endsAtStr, weekdays, startTime, minutes }: SilenceRow): string {
  if (weekdays === null)
    return say('silences.range', { from: minuteOf(startsAtStr ?? ''), to: minuteOf(endsAtStr ?? '') })
  const days = weekdays.map((day) => say(`silences.day.${day as 1 | 2 | 3 | 4 | 5 | 6 | 7}`)).join(' ')
  return say('silences.eachWeek', { days, time: startTime ?? '', minutes: minutes ?? 0 })
}

/** Return where the events of a rule are sent, as text. */
export const notifiedText = (channelIds: AlertRuleRow['channelIds']): string => {
  if (channelIds === null) return say('alertRules.notified.all')
  return channelIds.length === 0
    ? say('alertRules.notified.console')
    : say('alertRules.notified.count', { count: formatNumber(channelIds.length) })
}
