import type { RefusedLine } from '#server/features/feeds/parse-line.ts'
import type { Fleet, FleetDevice } from '#server/features/feeds/read-fleet.ts'
import { absentMinutes } from '#shared/live.ts'
import type { ReportLine } from './read-reports.ts'

/** A report for the history. */
export type DeviceReport = { device: FleetDevice; line: ReportLine }
export type SortedLines = {
  /**
   * The newest line of each machine, if it is newer than the known report and recent enough to describe the present
   * state.
   */
  newest: ReportLine[]
  /** All new lines, including the newest ones. */
  history: DeviceReport[]
  accepted: number
  repeated: number
  late: number
  refused: RefusedLine[]
}

/**
 * Keep only the fields that the live interface writes. Only feeds and users change owner and type, not the settings of
 * a collector.
 */
const telemetryOf = (line: ReportLine): ReportLine => ({
  ...line,
  type: undefined,
  client: undefined,
  account: undefined,
})

/** Return the key of a report in the journal: machine and second. */
export const reportKey = (deviceId: number, at: number): string => `${deviceId} ${Math.floor(at / 1_000)}`

/**
 * Return lines for which the machine itself does not show whether they are repeated: older ones, and those of machines
 * in custody.
 */
export const ofUnknownAge = (lines: readonly ReportLine[], fleet: Fleet): DeviceReport[] =>
  lines.flatMap((line) => {
    const device = fleet.get(line.key)
    if (!device) return []
    const isOlder = device.lastReportAt !== null && line.reportedAt < device.lastReportAt
    return isOlder || device.state === 'repairing' || device.state === 'lost' ? [{ device, line }] : []
  })

/**
 * Separate new lines from known ones. A report is identified by serial and time: repeating it changes nothing, and an
 * older one changes no state.
 * @param fleet the machines of the site that the lines name; any other serial gets the same refusal, whatever its owner
 * @param alreadyReported the known ones of `ofUnknownAge`, by `reportKey`
 */
export function sortLines(
  lines: readonly ReportLine[],
  fleet: Fleet,
  now: number,
  alreadyReported: ReadonlySet<string>,
): SortedLines {
  const sorted: SortedLines = { newest: [], history: [], accepted: 0, repeated: 0, late: 0, refused: [] }
  const newest = new Map<string, ReportLine>()
  const seen = new Set<string>()
  const youngest = now - absentMinutes * 60_000
  for (const line of lines) {
    const device = fleet.get(line.key)
    if (!device || device.state === 'scrap') {
      sorted.refused.push({ line: line.line, serial: line.serial, reason: device ? 'scrapped' : 'serialUnknown' })
      continue
    }
    const identity = `${line.key} ${line.reportedAt}`
    if (
      seen.has(identity) ||
      line.reportedAt === device.lastReportAt ||
      alreadyReported.has(reportKey(device.id, line.reportedAt))
    ) {
      sorted.repeated += 1
      continue
    }
    seen.add(identity)
    sorted.history.push({ device, line })
    if (line.reportedAt < youngest || line.reportedAt < (device.lastReportAt ?? 0)) {
      sorted.late += 1
      continue
    }
    sorted.accepted += 1
    const known = newest.get(line.key)
    if (!known || known.reportedAt < line.reportedAt) newest.set(line.key, line)
  }
  sorted.newest = [...newest.values()].map(telemetryOf)
  return sorted
}
