import type { DeviceState } from '#shared/devices.ts'
import type { PlannedRow } from './plan-line.ts'
import type { FleetDevice } from './read-fleet.ts'

const kinds: readonly PlannedRow['kind'][] = ['created', 'updated', 'unchanged', 'conflict', 'absent']
const [reportedMark, saidMark, compliantMark, everMark, measuredMark, kindPlace] = [1, 2, 4, 8, 16, 32]

/** Return whether a feed only measures a machine, without changing anything else. */
export const isOnlyMeasured = ({ before, after, moved }: PlannedRow): boolean =>
  before.id !== 0 && !moved && after.state === before.state

/**
 * A row of a machine that is not moved and does not change its state. One number holds everything except the machine
 * and its hash rate, which the machine holds.
 */
class MeasuredRow implements PlannedRow {
  readonly before: FleetDevice
  private readonly marks: number

  constructor({ before, reported, compliant, ever, measured, kind, hashRate }: PlannedRow) {
    this.before = before
    this.marks =
      (reported ? reportedMark : 0) +
      (reported === null ? 0 : saidMark) +
      (compliant ? compliantMark : 0) +
      (ever ? everMark : 0) +
      (measured ? measuredMark : 0) +
      kinds.indexOf(kind) * kindPlace
    before.hashRate = hashRate
  }

  get after(): FleetDevice {
    return this.before
  }
  get dayBefore(): DeviceState {
    return this.before.state
  }
  get dayState(): DeviceState {
    return this.before.state
  }
  get siteId(): number {
    return this.before.siteId ?? 0
  }
  get reported(): boolean | null {
    return this.marks & saidMark ? (this.marks & reportedMark) !== 0 : null
  }
  get hashRate(): number | null {
    return this.before.hashRate
  }
  get compliant(): boolean {
    return (this.marks & compliantMark) !== 0
  }
  get ever(): boolean {
    return (this.marks & everMark) !== 0
  }
  get moved(): boolean {
    return false
  }
  get measured(): boolean {
    return (this.marks & measuredMark) !== 0
  }
  get facts(): null {
    return null
  }
  get kind(): PlannedRow['kind'] {
    return kinds[Math.floor(this.marks / kindPlace)] ?? 'unchanged'
  }
}

const isShort = ({ before, dayBefore, dayState, siteId, facts }: PlannedRow): boolean =>
  facts === null && dayBefore === before.state && dayState === before.state && siteId === (before.siteId ?? 0)

/**
 * Shorten the rows that are only measured to the data that the daily row needs. A second object per device, for a
 * million devices, and the earlier measurements would be most of the memory of a feed. Call this after the measurements
 * are written.
 * @returns all rows in their order, with short rows where possible
 */
export const forgetMeasurements = (rows: readonly PlannedRow[]): PlannedRow[] =>
  rows.map((row) => {
    if (!isOnlyMeasured(row)) return row
    const { before } = row
    row.after = before
    before.activeWorker = null
    before.hashRate = null
    // Later steps only ask whether there was a report, not when.
    if (before.lastReportAt !== null) before.lastReportAt = 0
    return isShort(row) ? new MeasuredRow(row) : row
  })
