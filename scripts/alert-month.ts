import { createRandom } from '#server/demo/random.ts'
import { stillAfter } from '#shared/alert-decisions.ts'
import { type ReplayedMoment, replay, type Step } from '#shared/alert-replay.ts'
import type { AlertKind, AlertSeverity } from '#shared/alerts.ts'
import { addDays } from '#shared/dates.ts'

// A month of a fleet that reports every five minutes, through the rules that a base has from the start: how many messages a person gets.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const days = 30
const firstDay = '2026-10-01'
type Random = ReturnType<typeof createRandom>
type Told = ReplayedMoment & { kind: AlertKind; severity: AlertSeverity; site: number }

/** A number between two others, small ones more often: most troubles are short. */
const skewed = (random: Random, least: number, most: number): number => least + (most - least) * random.next() ** 3
/** The moments of something that happens about every `everyDays`. */
function moments(random: Random, everyDays: number): number[] {
  const found: number[] = []
  for (let at = -Math.log(1 - random.next()) * everyDays * dayMs; at < days * dayMs; at += -Math.log(1 - random.next()) * everyDays * dayMs) found.push(at)
  return found
}

/** Steps of a count that troubles raise for a while. */
function levels(random: Random, machines: number, troubles: { at: number; lasts: number; share: number }[], base: number): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < days * dayMs; at += 5 * minuteMs) {
    const raised = troubles.filter((one) => one.at <= at && at < one.at + one.lasts).reduce((sum, { share }) => sum + share, base)
    const noise = 1 + (random.next() - 0.5) / 10
    steps.push({ at, count: Math.min(machines, Math.round(machines * raised * noise)), of: machines })
  }
  return steps
}

/** What a site goes through in a month: power cuts, single racks, weak machines in the heat, a network that fails. */
function monthOfSite(random: Random, site: number, machines: number): Told[] {
  const told: Told[] = []
  const add = (kind: AlertKind, severity: AlertSeverity, steps: Step[], thresholds: { machines: number | null; percent: number | null }) =>
    told.push(...replay(steps, thresholds, severity, days * dayMs).map((moment) => ({ ...moment, kind, severity, site })))
  const cuts = moments(random, 20).map((at) => ({ at, lasts: skewed(random, 0.2 * hourMs, 10 * hourMs), share: 0.3 + 0.7 * random.next() }))
  const racks = moments(random, 3).map((at) => ({ at, lasts: skewed(random, 0.5 * hourMs, 30 * hourMs), share: 0.08 * random.next() }))
  const outages: Step[] = [...cuts, ...racks].flatMap(({ at, lasts, share }) => {
    const left = Math.round(machines * share)
    return [
      { at, left, back: 0, of: machines },
      { at: at + lasts, left: 0, back: left, of: machines },
    ]
  })
  add(
    'site.outage',
    'critical',
    outages.sort((one, other) => one.at - other.at).filter(({ at }) => at < days * dayMs),
    { machines: 10, percent: 20 },
  )
  const heat = moments(random, 12).map((at) => ({ at, lasts: skewed(random, 2 * hourMs, 20 * hourMs), share: 0.05 + 0.3 * random.next() }))
  add('share.low', 'warning', levels(random, machines, heat, 0.04), { machines: 10, percent: 20 })
  const failures = moments(random, 10).flatMap((at): Step[] => [
    { at, count: Math.round(machines * 0.6), of: machines },
    { at: at + skewed(random, 5 * minuteMs, 6 * hourMs), count: 0, of: machines },
  ])
  add(
    'feed.failed',
    'warning',
    failures.sort((one, other) => one.at - other.at),
    { machines: null, percent: null },
  )
  return told
}

/** An event whose machines somebody has acknowledged is told of at its end alone. */
const answered = (told: readonly Told[]): Told[] => told.filter(({ moment }) => moment !== 'still')

function perDay(told: readonly Told[]): { mean: number; worst: number; over: number } {
  const counts = Array.from({ length: days }, () => 0)
  for (const { at } of told) counts[Math.min(days - 1, Math.floor(at / dayMs))] = (counts[Math.min(days - 1, Math.floor(at / dayMs))] ?? 0) + 1
  // And the digest of the morning.
  const all = counts.map((count) => count + 1)
  return { mean: all.reduce((sum, count) => sum + count, 0) / days, worst: Math.max(...all), over: all.filter((count) => count > 5).length }
}

const rows: string[][] = [['sites', 'machines', 'answers', 'messages a day', 'worst day', 'days over 5']]
for (const [sites, machines] of [
  [3, 300],
  [6, 2_000],
  [12, 2_800],
  [24, 5_000],
] as const) {
  const random = createRandom(26)
  const told = Array.from({ length: sites }, (_, site) => monthOfSite(random, site, machines)).flat()
  for (const [name, some] of [
    ['nobody ever', told],
    ['within 4 h', answered(told)],
  ] as const) {
    const { mean, worst, over } = perDay(some)
    rows.push([String(sites), String(sites * machines), name, mean.toFixed(1), String(worst), String(over)])
  }
}
process.stdout.write(
  `${days} days from ${firstDay} to ${addDays(firstDay, days - 1)}, feeds every 5 min, first rules, one channel at once from "warning" on,\n`,
)
process.stdout.write(
  `notices in the digest of the morning (counted as one message a day); repeated every ${stillAfter('critical') / hourMs} h while nobody answers\n\n`,
)
for (const row of rows) process.stdout.write(`${row.map((cell, index) => (index === 2 ? cell.padEnd(12) : cell.padStart(14))).join(' ')}\n`)
