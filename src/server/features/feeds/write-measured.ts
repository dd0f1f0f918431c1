import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { type FleetSnapshot, namedDevicesOf, storeNamed } from './fleet-snapshot.ts'
import { type BeforeKeeping, isAffected, keepDevices } from './keep-before.ts'
import { forgetMeasurements, isOnlyMeasured } from './measured-row.ts'
import type { PlannedRow } from './plan-line.ts'
import { youngRows } from './plan-lines.ts'
import { byHash } from './planner-settings.ts'
import { isSparse } from './statement-pieces.ts'
import { measurementLists, writeMeasurements } from './write-devices.ts'

export type MeasuredWriter = {
  /** The number of rows that `take` should get at a time. */
  rowsATime: number
  /**
   * Queue the rows of the list that are only measured.
   * @returns all rows in the form in which they are kept from now on
   */
  take(rows: readonly PlannedRow[]): readonly PlannedRow[]
  /**
   * Wait for the queued rows.
   * @returns the number of written parts of `import_before`
   * @throws the error of a statement
   */
  done(): Promise<number>
}

/**
 * Each piece of rows that are not kept yet becomes a part of `import_before`, which an undo restores with statements of
 * its own. For the embedded engine, each statement is work of this process.
 */
const rowsOfPart = 20_000
/** From this many machines on, collecting the garbage of a feed costs more than the statements of many small pieces. */
const largeFleet = 200_000

/**
 * Write the rows that are only measured, which are most, while other lines are still planned. Keep their undo data
 * first, unless the whole `fleet` is already kept. This way the database works in parallel with this process.
 */
export function measuredWriter(
  trx: Transaction<Database>,
  keeping: BeforeKeeping,
  at: Date,
  fleet: FleetSnapshot,
): MeasuredWriter {
  const named = namedDevicesOf(fleet)
  let ids: ReadonlySet<number> | null = null
  /** When a site is read whole, machines that no line names are read later than the kept ones. */
  const isKept = (row: PlannedRow) => {
    if (fleet.length === 0) return false
    if (row.kind !== 'absent') return true
    ids ??= new Set(fleet.flat())
    return ids.has(row.before.id)
  }
  let parts = fleet.length
  let marked = false
  let queue = Promise.resolve()
  return {
    rowsATime:
      fleet.reduce((sum, ids) => sum + ids.length, 0) >= largeFleet && !keeping.embedded ? youngRows : rowsOfPart,
    take(rows) {
      // Create the lists now, while the database writes the previous rows.
      const lists = measurementLists(rows.filter(isOnlyMeasured), keeping)
      const held = forgetMeasurements(rows)
      const measured = held.filter(isOnlyMeasured)
      if (measured.length === 0) return rows
      if (fleet.length > 0) for (const row of measured) if (isAffected(row)) named.mark(row.before.id, row.measured)
      queue = queue.then(async () => {
        const unkept = measured.filter((row) => !isKept(row))
        if (unkept.length > 0) {
          const keep = () => keepDevices(trx, unkept, keeping, parts)
          parts = await (isSparse(unkept.map((row) => row.before.id)) ? keep() : byHash(trx, keep))
        }
        await writeMeasurements(trx, lists, at)
      })
      // `done` throws the error. Until then it must not count as an unhandled rejection.
      queue.catch(() => undefined)
      return held
    },
    async done() {
      // Create the lists while the database writes the last rows.
      const marks = marked ? [] : await named.parts()
      await queue
      await storeNamed(trx, keeping.batchId, marks)
      marked = true
      return parts
    },
  }
}
