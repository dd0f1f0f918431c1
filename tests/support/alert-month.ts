import { createRandom } from '#server/demo/random.ts'
import { type ReplayedMoment, replay, type Step } from '#shared/alert-replay.ts'
import type { AlertKind, AlertSeverity } from '#shared/alerts.ts'
import { gather, paceOf } from '#shared/message-gathering.ts'

// Simulate a month of a fleet that reports every five minutes, with the initial rules of a base and a channel with the
// default settings.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const monthDays = 30
const sitesOfBase = 6
type Random = ReturnType<typeof createRandom>
export type MonthMoment = ReplayedMoment & { kind: AlertKind; severity: AlertSeverity; site: number }
type Trouble = { at: number; lasts: number; share: number }

/** Return a number between two others, small ones more often: most troubles are short. */
const skewed = (random: Random, least: number, most: number): number => least + (most - least) * random.next() ** 3
/** Return the moments of an event that happens about every `everyDays`. */
function moments(random: Random, everyDays: number): number[] {
  const found: number[] = []
  const next = () => -Math.log(1 - random.next()) * everyDays * dayMs
  for (let at = next(); at < monthDays * dayMs; at += next()) found.push(at)
  return found
}
const byTime = (one: { at: number }, other: { at: number }) => one.at - other.at

/** Return the steps of a count that troubles raise for a while. */
function levels(random: Random, machines: number, troubles: readonly Trouble[], base: number): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < monthDays * dayMs; at += 5 * minuteMs) {
    const raised = troubles
      .filter((one) => one.at <= at && at < one.at + one.lasts)
      .reduce((sum, { share }) => sum + share, base)
    const noise = 1 + (random.next() - 0.5) / 10
    steps.push({ at, count: Math.min(machines, Math.round(machines * raised * noise)), of: machines })
  }
  return steps
}

/** Return the machines that leave and come back while the worst power cut and a few racks are in effect. */
function changesOf(machines: number, cuts: readonly Trouble[], racks: readonly Trouble[]): Step[] {
  const shareAt = (troubles: readonly Trouble[], at: number) =>
    troubles.filter((one) => one.at <= at && at < one.at + one.lasts).map(({ share }) => share)
  const moved = [...new Set([...cuts, ...racks].flatMap(({ at, lasts }) => [at, at + lasts]))].sort(
    (one, other) => one - other,
  )
  let away = 0
  return moved.map((at): Step => {
    const racksAway = shareAt(racks, at).reduce((sum, share) => sum + share, 0)
    const next = Math.round(machines * Math.min(1, Math.max(0, ...shareAt(cuts, at)) + racksAway))
    const [left, back] = [Math.max(0, next - away), Math.max(0, away - next)]
    away = next
    return { at, left, back, of: machines }
  })
}

/**
 * Simulate a site for a month: power cuts of its own and of its region, single racks, weak machines in the heat, a
 * failing network.
 */
function monthOfSite(random: Random, site: number, machines: number, regional: readonly Trouble[]): MonthMoment[] {
  const replayed = (
    kind: AlertKind,
    severity: AlertSeverity,
    steps: Step[],
    thresholds: { machines: number | null; percent: number | null },
  ) =>
    replay(steps.sort(byTime), thresholds, severity, monthDays * dayMs).map((moment) => ({
      ...moment,
      kind,
      severity,
      site,
    }))
  const own = moments(random, 20).map((at) => ({
    at,
    lasts: skewed(random, 0.2 * hourMs, 10 * hourMs),
    share: 0.3 + 0.7 * random.next(),
  }))
  // An event of the region reaches each site with its next report.
  const shared = regional.map(({ at, lasts, share }) => ({
    at: at + 5 * minuteMs * random.next(),
    lasts: lasts * (0.9 + 0.2 * random.next()),
    share,
  }))
  const racks = moments(random, 3).map((at) => ({
    at,
    lasts: skewed(random, 0.5 * hourMs, 30 * hourMs),
    share: 0.08 * random.next(),
  }))
  const changes = changesOf(machines, [...own, ...shared], racks)
  const heat = moments(random, 12).map((at) => ({
    at,
    lasts: skewed(random, 2 * hourMs, 20 * hourMs),
    share: 0.05 + 0.3 * random.next(),
  }))
  const failures = moments(random, 10).flatMap((at): Step[] => [
    { at, count: Math.round(machines * 0.6), of: machines },
    { at: at + skewed(random, 5 * minuteMs, 6 * hourMs), count: 0, of: machines },
  ])
  return [
    ...replayed(
      'site.outage',
      'critical',
      changes.filter(({ at }) => at < monthDays * dayMs),
      { machines: 10, percent: 20 },
    ),
    ...replayed('share.low', 'warning', levels(random, machines, heat, 0.04), { machines: 10, percent: 20 }),
    ...replayed('feed.failed', 'warning', failures, { machines: null, percent: null }),
  ]
}

/**
 * Return all moments of a fleet in a month without any acknowledgement. Every six sites are a region with a common
 * power cut about every 20 days.
 */
export function monthOfFleet(seed: number, sites: number, machines: number): MonthMoment[] {
  const random = createRandom(seed)
  let regional: Trouble[] = []
  return Array.from({ length: sites }, (_, site) => {
    if (site % sitesOfBase === 0)
      regional = moments(random, 20).map((at) => ({
        at,
        lasts: skewed(random, 0.2 * hourMs, 6 * hourMs),
        share: 0.5 + 0.5 * random.next(),
      }))
    return monthOfSite(random, site, machines, regional)
  }).flat()
}

/** Return the immediate messages of a user's channel: those of `atOnce` severities, gathered as in the outbox. */
export const messagesOf = (found: readonly MonthMoment[], atOnce: readonly AlertSeverity[]) =>
  gather(
    found
      .filter(({ severity }) => atOnce.includes(severity))
      .map((one) => ({ ...one, pace: paceOf(one.severity, one.moment) })),
  )

/** Count the messages of each day of the month, each with the digest of its morning. */
export function perDay(messages: readonly { at: number }[]): number[] {
  const counts = Array.from({ length: monthDays }, () => 1)
  for (const { at } of messages) {
    const day = Math.floor(at / dayMs)
    counts[day] = (counts[day] ?? 0) + 1
  }
  return counts.slice(0, monthDays)
}
export const mean = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0) / counts.length

/** Fleets of one base, of several, and of many: sites, and machines of each. */
export const fleets = [
  [3, 300],
  [6, 2_000],
  [12, 2_800],
  [24, 5_000],
] as const
