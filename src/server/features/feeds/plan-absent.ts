import { serialKey } from '#shared/devices.ts'
import { absentOfflineShare, type SiteCoverage } from '#shared/feed.ts'
import { isTelemetryState, transition } from '#shared/transitions.ts'
import { IdSet } from './id-set.ts'
import type { PlanInput, PlannedRow } from './plan-line.ts'
import type { LinePlan } from './plan-lines.ts'
import type { FleetDevice, StoredCoverage } from './read-fleet.ts'

export type AbsentPlan = { rows: PlannedRow[]; coverage: SiteCoverage[] }
export type AbsentInput = PlanInput & {
  absentOffline: boolean
  /** What is known of the day already, by site. */
  stored: ReadonlyMap<number, StoredCoverage>
  /** Devices of which an earlier feed of the day has told already. */
  heard: ReadonlySet<number>
  siteName: (siteId: number) => string
}

/**
 * `stood` and `stoodReported` count the expected machines that stood there before the feed. `absent` are those that no line names, `kept` those
 * that a refused line names; `heard…` of them the day knows by an earlier feed.
 */
type Site = {
  expected: number
  reported: number
  stood: number
  stoodReported: number
  lines: number
  absent: FleetDevice[]
  /** Absent ones that were counted and not read. */
  counted: number
  heardAbsent: number
  kept: number
  heardKept: number
}
const noSite = {
  expected: 0,
  reported: 0,
  stood: 0,
  stoodReported: 0,
  lines: 0,
  counted: 0,
  heardAbsent: 0,
  kept: 0,
  heardKept: 0,
}

/** Newcomers say nothing of whether the feed knows the machines of a site. */
const stoodThere = ({ before, dayBefore, siteId }: PlannedRow, { day }: AbsentInput): boolean =>
  day === null ? before.id !== 0 && (before.siteId ?? 0) === siteId : dayBefore !== null

/** Groups what the feed says and does not say by site. Expected = in service, that is: in a telemetry state and heard of at least once. */
function bySite(input: AbsentInput, plan: LinePlan): Map<number, Site> {
  const { fleet, day, heard, rest } = input
  const sites = new Map<number, Site>()
  const siteOf = (siteId: number): Site => {
    const known = sites.get(siteId)
    if (known) return known
    const site: Site = { ...noSite, absent: [] }
    sites.set(siteId, site)
    return site
  }
  const told = new IdSet()
  for (const row of plan.rows) {
    told.add(row.before.id)
    const site = siteOf(row.siteId)
    site.lines += 1
    if (!isTelemetryState(row.dayState) || (!row.reported && row.before.lastReportAt === null)) continue
    site.expected += 1
    if (row.reported) site.reported += 1
    if (!stoodThere(row, input)) continue
    site.stood += 1
    if (row.reported) site.stoodReported += 1
  }
  for (const device of fleet.values()) {
    if (told.has(device.id)) continue
    const state = day === null ? device.state : day.get(device.id)?.state
    if (state === undefined || !isTelemetryState(state) || device.lastReportAt === null) continue
    const site = siteOf(day?.get(device.id)?.siteId ?? device.siteId ?? 0)
    site.expected += 1
    site.stood += 1
    const isHeard = heard.has(device.id) ? 1 : 0
    // A refused line shows that the device is there; what it does is not known.
    if (plan.refusedSerials.has(serialKey(device.serial))) {
      site.kept += 1
      site.heardKept += isHeard
    } else {
      site.absent.push(device)
      site.heardAbsent += isHeard
    }
  }
  for (const [siteId, { expected, heard: heardOf }] of rest) {
    if (expected === 0) continue
    const site = siteOf(siteId)
    site.expected += expected
    site.stood += expected
    site.counted += expected
    site.heardAbsent += heardOf
  }
  return sites
}

function absentRow({ day, rules }: AbsentInput, device: FleetDevice): PlannedRow {
  const dayRow = day?.get(device.id)
  const state = dayRow?.state ?? device.state
  const telemetry = { reported: false, activeWorkerState: false, hashRate: null, alarm: false }
  const decided = transition({ type: device.type, state }, { cause: 'feed', telemetry, afterReturn: false }, rules)
  const dayState = decided.kind === 'change' ? decided.to : state
  return {
    before: device,
    after: day === null ? { ...device, state: dayState } : device,
    dayBefore: state,
    dayState,
    siteId: dayRow?.siteId ?? device.siteId ?? 0,
    reported: false,
    hashRate: null,
    compliant: false,
    ever: device.lastReportAt !== null,
    moved: false,
    measured: false,
    facts: null,
    kind: 'absent',
  }
}

/**
 * What a feed means for machines that it does not name. No line of a site: its batch is missing and nothing is known.
 * Lines of at least half of the expected machines that stood there before: the others are offline. Less: they stay as they are, unless
 * told otherwise.
 * A feed whose last line is broken was probably cut off: nobody is offline for what is missing of it, unless told otherwise.
 * A day's coverage counts what all its feeds told of, as its rows do: who goes offline by a later one is not reported any more.
 */
export function planAbsent(input: AbsentInput, plan: LinePlan): AbsentPlan {
  const { feed, absentOffline, stored, siteName } = input
  const result: AbsentPlan = { rows: [], coverage: [] }
  if (!feed.telemetry) return result
  for (const [siteId, site] of bySite(input, plan)) {
    const covered = siteId !== 0 && site.lines > 0
    const thin =
      covered &&
      (site.stoodReported < site.stood * absentOfflineShare || (feed.cutOff && site.stoodReported < site.stood))
    const keep = !covered || (thin && !absentOffline)
    if (!keep && site.counted > 0)
      throw new Error(`site ${siteId}: ${site.counted} machines that go offline were not read`)
    const rows = keep ? [] : site.absent.map((device) => absentRow(input, device))
    result.rows.push(...rows)
    if (siteId === 0 || site.expected === 0) continue
    const before = stored.get(siteId)
    const heard = site.heardKept + (keep ? site.heardAbsent : 0)
    const reported = site.reported + heard
    const known = covered || (before !== undefined && before.status !== 'missing')
    result.coverage.push({
      siteId,
      site: siteName(siteId),
      expected: site.expected,
      reported,
      status: !known ? 'missing' : reported >= site.expected ? 'complete' : 'partial',
      absentOffline: rows.filter((row) => row.dayState !== row.dayBefore).length,
      absentKept: covered ? site.kept + (keep ? site.absent.length + site.counted : 0) - heard : 0,
      thin,
    })
  }
  // However they were read.
  result.rows.sort((left, right) => left.before.id - right.before.id)
  result.coverage.sort((left, right) => left.siteId - right.siteId)
  return result
}
