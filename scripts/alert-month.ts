import { parseArgs } from 'node:util'
import { alertSeverities } from '#shared/alerts.ts'
import {
  dayMs,
  fleets,
  type MonthMoment,
  mean,
  messagesOf,
  monthDays,
  monthOfFleet,
  perDay,
} from '#tests/support/alert-month.ts'

// Count the messages that a user gets in a month of a simulated fleet, with the initial rules of a base:
// npx tsx scripts/alert-month.ts [--seeds 20] [--list 24]
// `--list` prints the messages of one month for this number of sites.

const { values } = parseArgs({ options: { seeds: { type: 'string' }, list: { type: 'string' } } })
const seeds = Number(values.seeds ?? 20)
const ways = [
  ['each by itself', (found: readonly MonthMoment[]) => found.filter(({ severity }) => severity !== 'notice')],
  ['warnings, gathered', (found: readonly MonthMoment[]) => messagesOf(found, ['critical', 'warning'])],
  ['as offered', (found: readonly MonthMoment[]) => messagesOf(found, ['critical'])],
] as const

/** Format a message, one event after the other. */
const said = (parts: readonly MonthMoment[]) =>
  parts.map(({ site, moment, kind, count }) => `site ${site + 1} ${kind} ${moment} ${count}`).join('; ')

if (values.list !== undefined) {
  const [sites, machines] = fleets.find(([count]) => String(count) === values.list) ?? fleets[0]
  const found = monthOfFleet(1, sites, machines)
  for (const { at, parts } of messagesOf(found, ['critical'])) {
    const minutes = Math.floor((at % dayMs) / 60_000)
    const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    console.log(`day ${String(Math.floor(at / dayMs) + 1).padStart(2)} ${time}  ${said(parts)}`)
  }
  const counts = alertSeverities.map(
    (severity) => `${found.filter((one) => one.severity === severity).length} ${severity}`,
  )
  console.log(`and a digest each morning; found in all: ${counts.join(', ')}`)
} else {
  console.log(
    `${monthDays} days, ${seeds} seeds, feeds every 5 min, first rules, nobody ever answers, the digest of the morning counted`,
  )
  const table = fleets.flatMap(([sites, machines]) => {
    const months = Array.from({ length: seeds }, (_, seed) => monthOfFleet(seed + 1, sites, machines))
    return ways.map(([way, messages]) => {
      const days = months.map((found) => perDay(messages(found)))
      const all = days.flat()
      return {
        sites,
        machines: sites * machines,
        way,
        'messages a day': mean(all).toFixed(1),
        'worst month': Math.max(...days.map(mean)).toFixed(1),
        'worst day': Math.max(...all),
        'days over 5': `${Math.round((all.filter((count) => count > 5).length * 100) / all.length)} %`,
      }
    })
  })
  console.table(table)
}
