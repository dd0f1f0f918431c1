import { inTurns } from '#server/giving-way.ts'
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
  /** Known coverage of the day, by site. */
  stored: ReadonlyMap<number, StoredCoverage>
  /** Devices that an earlier feed of the day already reported. */
  reported: ReadonlySet<number>
  siteName: (siteId: number) => string
}

/**
 * Counts of a site. `stood` and `stoodReported` count the expected machines that were there before the feed. `absent`
 * are those that no line names, `kept` those that a refused line names, and `reported…` those of them that an earlier feed
 * of the day reported.
 */
type Site = {
  expected: number
  reported: number
  stood: number
  stoodReported: number
  lines: number
  absent: FleetDevice[]
  /** Absent machines that were only counted and not read. */
  counted: number
  reportedAbsent: number
  kept: number
  reportedKept: number
}
const noSite = {
  expected: 0,
  reported: 0,
  stood: 0,
  stoodReported: 0,
  lines: 0,
  counted: 0,
  reportedAbsent: 0,
  kept: 0,
  reportedKept: 0,
}

/** New machines do not show whether the feed knows the machines of a site. */
const stoodThere = ({ before, dayBefore, siteId }: PlannedRow, { day }: AbsentInput): boolean =>
  day === null ? before.id !== 0 && (before.siteId ?? 0) === siteId : dayBefore !== null

/** Group named and unnamed machines by site. Expected = in service: in a telemetry state and reported at least once. */
async function bySite(input: AbsentInput, plan: LinePlan): Promise<Map<number, Site>> {
  const { fleet, day, reported, rest } = input
  const sites = new Map<number, Site>()
  const siteOf = (siteId: number): Site => {
    const known = sites.get(siteId)
    if (known) return known
    const site: Site = { ...noSite, absent: [] }
    sites.set(siteId, site)
    return site
  }
  const named = new IdSet()
  await inTurns(plan.rows, (row) => {
    named.add(row.before.id)
    const site = siteOf(row.siteId)
    site.lines += 1
    if (!isTelemetryState(row.dayState) || (!row.reported && row.before.lastReportAt === null)) return
    site.expected += 1
    if (row.reported) site.reported += 1
    if (!stoodThere(row, input)) return
    site.stood += 1
    if (row.reported) site.stoodReported += 1
  })
  await inTurns(fleet.values(), (device) => {
    if (named.has(device.id)) return
    const state = day === null ? device.state : day.get(device.id)?.state
    if (state === undefined || !isTelemetryState(state) || device.lastReportAt === null) return
    const site = siteOf(day?.get(device.id)?.siteId ?? device.siteId ?? 0)
    site.expected += 1
    site.stood += 1
    const isReported = reported.has(device.id) ? 1 : 0
    // A refused line shows that the device exists, but not its state.
    if (plan.refusedSerials.has(serialKey(device.serial))) {
      site.kept += 1
      site.reportedKept += isReported
    } else {
      site.absent.push(device)
      site.reportedAbsent += isReported
    }
  })
  for (const [siteId, { expected, reported: reportedOf }] of rest) {
    if (expected === 0) continue
    const site = siteOf(siteId)
    site.expected += expected
    site.stood += expected
    site.counted += expected
    site.reportedAbsent += reportedOf
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
 * Plan the machines that a feed does not name. If no line names a machine of a site, its data is missing and nothing is
 * known. If lines report at least half of the expected machines that were there before, the others go offline. If
 * fewer, the others keep their state unless `absentOffline` is set.
 * A feed whose last line is broken was probably truncated: machines missing in it do not go offline unless
 * `absentOffline` is set. The coverage of a day counts the reports of all its feeds, as its rows do. A machine that
 * goes offline by a later feed no longer counts as reported.
 */
export async function planAbsent(input: AbsentInput, plan: LinePlan): Promise<AbsentPlan> {
  const { feed, absentOffline, stored, siteName } = input
  const result: AbsentPlan = { rows: [], coverage: [] }
  if (!feed.telemetry) return result
  for (const [siteId, site] of await bySite(input, plan)) {
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
    const reportedBefore = site.reportedKept + (keep ? site.reportedAbsent : 0)
    const reported = site.reported + reportedBefore
    const known = covered || (before !== undefined && before.status !== 'missing')
    result.coverage.push({
      siteId,
      site: siteName(siteId),
      expected: site.expected,
      reported,
      status: !known ? 'missing' : reported >= site.expected ? 'complete' : 'partial',
      absentOffline: rows.filter((row) => row.dayState !== row.dayBefore).length,
      absentKept: covered ? site.kept + (keep ? site.absent.length + site.counted : 0) - reportedBefore : 0,
      thin,
    })
  }
  // The order must not depend on how the machines were read.
  result.rows.sort((left, right) => left.before.id - right.before.id)
  result.coverage.sort((left, right) => left.siteId - right.siteId)
  return result
}
