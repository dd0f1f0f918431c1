import type { RefusedLine } from '#server/features/feeds/parse-line.ts'
import type { Fleet, FleetDevice } from '#server/features/feeds/read-fleet.ts'
import { absentMinutes } from '#shared/live.ts'
import type { ReportLine } from './read-reports.ts'

/** A report for the history. */
export type Heard = { device: FleetDevice; line: ReportLine }
export type SortedLines = {
  /** The newest line of each machine, where it says more than what is known and is young enough to tell what the machine does now. */
  newest: ReportLine[]
  /** Everything that was not known, the newest lines among it. */
  history: Heard[]
  accepted: number
  repeated: number
  late: number
  refused: RefusedLine[]
}

/** A machine's line as far as the live door writes: owner and type are changed by feeds and people, never by what a collector was once told. */
const telemetryOf = (line: ReportLine): ReportLine => ({
  ...line,
  type: undefined,
  client: undefined,
  account: undefined,
})

/** What the journal knows a report by: the machine and the second. */
export const heardKey = (deviceId: number, at: number): string => `${deviceId} ${Math.floor(at / 1_000)}`

/** Lines of which the machine itself does not know whether they came before: older ones, and those that its state takes no notice of. */
export const ofUnknownAge = (lines: readonly ReportLine[], fleet: Fleet): Heard[] =>
  lines.flatMap((line) => {
    const device = fleet.get(line.key)
    if (!device) return []
    const isOlder = device.lastReportAt !== null && line.reportedAt < device.lastReportAt
    return isOlder || device.state === 'repairing' || device.state === 'lost' ? [{ device, line }] : []
  })

/**
 * Tells what is new from what is known. A report is known by its serial and time: the same again changes nothing, an older one no state.
 * @param fleet the machines of the site that the lines name; any other serial is refused alike, no matter whose it is
 * @param heard which of `ofUnknownAge` came before, by `heardKey`
 */
export function sortLines(
  lines: readonly ReportLine[],
  fleet: Fleet,
  now: number,
  heard: ReadonlySet<string>,
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
      heard.has(heardKey(device.id, line.reportedAt))
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
