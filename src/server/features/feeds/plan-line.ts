import type { Territory } from '#server/db/device-set.ts'
import { changeOfFacts, type DeviceFacts, type FactsChange, type GivenFacts } from '#shared/device-facts.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'
import type { HashRules, MachineType } from '#shared/machine-types.ts'
import { unfitSerial } from '#shared/mangled-serial.ts'
import { complies, type Telemetry, type Transition, transition } from '#shared/transitions.ts'
import type { LateOwners } from './late-owners.ts'
import type { ParsedFeed } from './parse-feed.ts'
import type { ParsedLine } from './parse-line.ts'
import type { DayRow, Fleet, FleetDevice, SiteRest } from './read-fleet.ts'
import { register, retiredType } from './register-device.ts'
import { isUnresolved, type PlaceResolver } from './resolve-places.ts'

/** The planned changes of one device. A feed of a past day leaves the live device alone and sets `dayState` only. */
export type PlannedRow = {
  before: FleetDevice
  /**
   * For a device that is only measured, this becomes `before` itself once its measurements are written
   * (measured-row.ts).
   */
  after: FleetDevice
  /** State of its daily row, before (null = no row) and after. */
  dayBefore: DeviceState | null
  dayState: DeviceState
  /** Site of the daily row; 0 = none. */
  siteId: number
  /** null = the feed has no report for the day: the daily row stays as it is. */
  reported: boolean | null
  /** TH/s, of the day. */
  hashRate: number | null
  compliant: boolean
  /** Whether any report of the device has counted so far, including this feed. */
  ever: boolean
  /** Worker name, type or owner changes. */
  moved: boolean
  /** Hash rate, worker state, time of report or facts change. */
  measured: boolean
  /** Changed facts; null = none. */
  facts: FactsChange | null
  /**
   * The facts in the line of a machine that moves to another site. It loses the position at its old site
   * (`removePositions`).
   */
  factsAtNewSite?: GivenFacts
  /** The count that the line belongs to; absent = no line names the device. */
  kind: Exclude<Outcome['kind'], 'refused'> | 'absent'
}
export type Conflict = { device: FleetDevice; reason: 'custodyReports' | 'lostReports'; line: ParsedLine }
export type PlanInput = {
  feed: ParsedFeed
  /**
   * Machines that the feed may change: all of the territory, or the named ones and all of the sites of which it names
   * half.
   */
  fleet: Fleet
  /** Counts of the machines that are not in `fleet`, by site (0 = no site). */
  rest: ReadonlyMap<number, SiteRest>
  /** Number of machines of the territory that are not scrapped. */
  machines: number
  /** Serials of devices outside the caller's territory, as keys. */
  elsewhere: ReadonlySet<string>
  /** Daily rows of the past day; null = today, where the live state is the state of the day. */
  day: ReadonlyMap<number, DayRow> | null
  /** Known facts of the named machines; null = the feed changes no facts. */
  facts: ReadonlyMap<number, DeviceFacts> | null
  /** Changes of owner by lines of a past day. Missing or null = the feed is for today or names no owners. */
  late?: LateOwners | null
  places: PlaceResolver
  territory: Territory
  rules: HashRules
  types: readonly MachineType[]
  now: number
}

/** Return whether a newer report of the device already exists. */
const isOutdated = ({ day, now }: PlanInput, line: ParsedLine, device: FleetDevice): boolean =>
  day === null && line.reports && device.lastReportAt !== null && (line.reportedAt ?? now) < device.lastReportAt

type Decision = { decided: Transition; telemetry: Telemetry; at: number }

/**
 * Apply the state rules to a line. Return null when the line has no report, or an older one than the device already
 * has.
 */
function decide(input: PlanInput, line: ParsedLine, device: FleetDevice, state: DeviceState): Decision | null {
  const { feed, rules, now } = input
  const at = line.reportedAt ?? now
  if (!feed.telemetry || isOutdated(input, line, device)) return null
  const telemetry: Telemetry = {
    reported: line.reports && (line.reportedAt ?? feed.countsFrom) >= feed.countsFrom,
    activeWorkerState: line.activeWorkerState ?? (line.hashRate ?? 0) > 0,
    hashRate: line.hashRate,
    alarm: line.alarm,
  }
  return {
    decided: transition(
      { type: device.type, state },
      { cause: 'feed', telemetry, afterReturn: at > device.stateSince },
      rules,
    ),
    telemetry,
    at,
  }
}

/** Write the worker, state and measurements of a line into the live device. A late report does not change them. */
function apply(line: ParsedLine, after: FleetDevice, decision: Decision | null): void {
  if (line.activeWorker !== undefined) after.activeWorker = line.activeWorker
  if (decision?.decided.kind === 'change') after.state = decision.decided.to
  if (!decision?.telemetry.reported) return
  after.hashRate = decision.telemetry.hashRate
  after.activeWorkerState = decision.telemetry.activeWorkerState
  after.lastReportAt = decision.at
}

const isMoved = (before: FleetDevice, after: FleetDevice): boolean =>
  after.type !== before.type ||
  after.siteId !== before.siteId ||
  after.clientId !== before.clientId ||
  after.accountId !== before.accountId ||
  after.activeWorker !== before.activeWorker

type Outcome =
  | { kind: 'refused'; reason: FeedReason; value: string }
  | { kind: 'conflict'; row: PlannedRow; reason: Conflict['reason'] }
  | { kind: 'created' | 'updated' | 'unchanged'; row: PlannedRow }

type Refusal = Extract<Outcome, { kind: 'refused' }>

/**
 * Write the owner, site and type that a line of today names into `after`.
 * @returns the refusal, or null when they are valid
 */
function moveTo(input: PlanInput, line: ParsedLine, before: FleetDevice, after: FleetDevice): Refusal | null {
  const owner = input.places.owner(before.companyId, line, before)
  if (isUnresolved(owner)) return { kind: 'refused', ...owner }
  const retired = retiredType(input, line, before.type)
  if (retired) return { kind: 'refused', ...retired }
  after.clientId = owner.clientId
  after.accountId = owner.accountId
  after.siteId = owner.siteId
  if (line.type !== undefined) after.type = line.type
  return null
}

/** Create the row of a line before its measurements are known. */
const unmeasured = (
  { day }: PlanInput,
  before: FleetDevice,
  after: FleetDevice,
  dayRow: DayRow | undefined,
  dayState: DeviceState,
): PlannedRow => ({
  before,
  after,
  dayBefore: day === null ? before.state : (dayRow?.state ?? null),
  dayState,
  siteId: dayRow?.siteId ?? after.siteId ?? 0,
  reported: null,
  hashRate: null,
  compliant: false,
  ever: before.lastReportAt !== null,
  moved: false,
  measured: false,
  facts: null,
  kind: 'unchanged',
})

/**
 * Write the measurements of a line into its row.
 * @returns whether a measured value changes
 */
function measure(input: PlanInput, line: ParsedLine, row: PlannedRow, decision: Decision | null): boolean {
  const { before, after } = row
  if (decision?.telemetry.reported) row.hashRate = decision.telemetry.hashRate
  row.compliant = complies(after.type, row.hashRate, input.rules)
  if (input.day === null) apply(line, after, decision)
  row.ever = after.lastReportAt !== null
  row.moved = isMoved(before, after)
  const differs = after.hashRate !== before.hashRate || after.activeWorkerState !== before.activeWorkerState
  const lineFacts = isOutdated(input, line, before) ? undefined : line.facts
  if (input.facts) row.facts = changeOfFacts(lineFacts, input.facts.get(before.id) ?? null)
  if (before.id !== 0 && after.siteId !== before.siteId) row.factsAtNewSite = lineFacts ?? {}
  row.measured = differs || after.lastReportAt !== before.lastReportAt || row.facts !== null
  return differs
}

/** Plan one line. The devices and days of `input` are not changed. */
export function planLine(input: PlanInput, line: ParsedLine): Outcome {
  const { day } = input
  const known = input.fleet.get(line.key)
  const unfit = known ? null : unfitSerial(line.serial)
  if (unfit) return { kind: 'refused', reason: unfit, value: line.serial }
  if (!known && input.elsewhere.has(line.key)) return { kind: 'refused', reason: 'serialElsewhere', value: '' }
  const before = known ?? register(line, input)
  if (isUnresolved(before)) return { kind: 'refused', ...before }
  const dayRow = day?.get(before.id)
  const state = dayRow?.state ?? before.state
  if (state === 'scrap') return { kind: 'refused', reason: 'scrapped', value: '' }
  const refused = input.late?.refused.get(before.id)
  if (refused) return { kind: 'refused', ...refused }
  const after = { ...before }
  const unmoved = known && day === null ? moveTo(input, line, before, after) : null
  if (unmoved) return unmoved
  const decision = decide(input, line, after, state)
  const dayState = decision?.decided.kind === 'change' ? decision.decided.to : state
  const row = unmeasured(input, before, after, dayRow, dayState)
  row.reported = decision?.telemetry.reported ?? null
  if (decision?.decided.kind === 'conflict') {
    return {
      kind: 'conflict',
      row: { ...row, after: before, reported: true },
      reason: state === 'lost' ? 'lostReports' : 'custodyReports',
    }
  }
  const differs = measure(input, line, row, decision)
  if (!known) return { kind: 'created', row }
  const isGiven = input.late?.changes.has(before.id) ?? false
  const restates =
    day !== null &&
    row.reported !== null &&
    (dayRow?.state !== dayState || dayRow.reported !== row.reported || dayRow.hashRate !== row.hashRate)
  const changed = row.moved || differs || row.facts !== null || after.state !== before.state || restates || isGiven
  return { kind: changed ? 'updated' : 'unchanged', row }
}
