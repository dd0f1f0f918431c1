import type { DeviceState } from '#shared/devices.ts'
import type { PlannedRow } from './plan-line.ts'
import type { FleetDevice } from './read-fleet.ts'

const kinds: readonly PlannedRow['kind'][] = ['created', 'updated', 'unchanged', 'conflict', 'absent']
const [reportedMark, saidMark, compliantMark, everMark, measuredMark, kindPlace] = [1, 2, 4, 8, 16, 32]

/** Says a feed no more of a machine than what it measures? */
export const isOnlyMeasured = ({ before, after, moved }: PlannedRow): boolean =>
  before.id !== 0 && !moved && after.state === before.state

/** A row of a machine that stays where and as it is: all that such a row says besides its machine is one number, and the hash rate, which the machine keeps. */
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
 * Keeps of rows that are only measured where they stand and what the day is told of them: a million second devices, and what the first ones
 * had measured, would be most of the memory that a feed takes. Call it once what is measured is written down.
 * @returns all rows in their order, the short ones in place of those that can be told shortly
 */
export const forgetMeasurements = (rows: readonly PlannedRow[]): PlannedRow[] =>
  rows.map((row) => {
    if (!isOnlyMeasured(row)) return row
    const { before } = row
    row.after = before
    before.activeWorker = null
    before.hashRate = null
    // Whether there was one is asked, and not when.
    if (before.lastReportAt !== null) before.lastReportAt = 0
    return isShort(row) ? new MeasuredRow(row) : row
  })
