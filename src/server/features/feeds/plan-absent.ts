import { serialKey } from '#shared/devices.ts'
import { absentOfflineShare, type SiteCoverage } from '#shared/feed.ts'
import { isTelemetryState, transition } from '#shared/transitions.ts'
import type { LinePlan, PlanInput, PlannedRow } from './plan-lines.ts'
import type { FleetDevice, StoredCoverage } from './read-fleet.ts'

export type AbsentPlan = { rows: PlannedRow[]; coverage: SiteCoverage[] }
export type AbsentInput = PlanInput & {
  absentOffline: boolean
  /** What is known of the day already, by site. */
  stored: ReadonlyMap<number, StoredCoverage>
  siteName: (siteId: number) => string
}

/** `stood` and `stoodReported` count the expected machines that stood there before the feed. */
type Site = { expected: number; reported: number; stood: number; stoodReported: number; lines: number; absent: FleetDevice[]; kept: number }

/** Newcomers say nothing of whether the feed knows the machines of a site. */
const stoodThere = ({ before, dayBefore, siteId }: PlannedRow, { day }: AbsentInput): boolean =>
  day === null ? before.id !== 0 && (before.siteId ?? 0) === siteId : dayBefore !== null

/** Groups what the feed says and does not say by site. Expected = in service, that is: in a telemetry state and heard of at least once. */
function bySite(input: AbsentInput, plan: LinePlan): Map<number, Site> {
  const { fleet, day } = input
  const sites = new Map<number, Site>()
  const siteOf = (siteId: number): Site => {
    const known = sites.get(siteId)
    if (known) return known
    const site: Site = { expected: 0, reported: 0, stood: 0, stoodReported: 0, lines: 0, absent: [], kept: 0 }
    sites.set(siteId, site)
    return site
  }
  const told = new Set<number>()
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
    // A refused line shows that the device is there; what it does is not known.
    if (plan.refusedSerials.has(serialKey(device.serial))) site.kept += 1
    else site.absent.push(device)
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
    moved: false,
    measured: false,
  }
}

/**
 * What a feed means for machines that it does not name. No line of a site: its batch is missing and nothing is known.
 * Lines of at least half of the expected machines that stood there before: the others are offline. Less: they stay as they are, unless
 * told otherwise.
 * A day's coverage never gets worse by a later, smaller feed.
 */
export function planAbsent(input: AbsentInput, plan: LinePlan): AbsentPlan {
  const { feed, absentOffline, stored, siteName } = input
  const result: AbsentPlan = { rows: [], coverage: [] }
  if (!feed.telemetry) return result
  for (const [siteId, site] of bySite(input, plan)) {
    const covered = siteId !== 0 && site.lines > 0
    const thin = covered && site.stoodReported < site.stood * absentOfflineShare
    const keep = !covered || (thin && !absentOffline)
    const rows = keep ? [] : site.absent.map((device) => absentRow(input, device))
    result.rows.push(...rows)
    if (siteId === 0 || site.expected === 0) continue
    const before = stored.get(siteId)
    const reported = Math.min(site.expected, Math.max(site.reported, before?.reported ?? 0))
    const known = covered || (before !== undefined && before.status !== 'missing')
    result.coverage.push({
      siteId,
      site: siteName(siteId),
      expected: site.expected,
      reported,
      status: !known ? 'missing' : reported >= site.expected ? 'complete' : 'partial',
      absentOffline: rows.filter((row) => row.dayState !== row.dayBefore).length,
      absentKept: covered ? site.kept + (keep ? site.absent.length : 0) : 0,
      thin,
    })
  }
  result.coverage.sort((left, right) => left.siteId - right.siteId)
  return result
}
