import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { byHash } from './by-hash.ts'
import { type BeforeKeeping, isTold, keepDevices } from './keep-before.ts'
import { type KeptFleet, markTold, toldDevicesOf } from './keep-fleet.ts'
import { forgetMeasurements, isOnlyMeasured } from './measured-row.ts'
import { isSparse } from './pieces.ts'
import type { PlannedRow } from './plan-line.ts'
import { measurementLists, writeMeasurements } from './write-devices.ts'

export type MeasuredWriter = {
  /** Queues the rows of the list that are only measured. @returns all of them as they are held from now on */
  take(rows: readonly PlannedRow[]): readonly PlannedRow[]
  /** Waits for what was queued. @returns how many parts of `import_before` are written. @throws what a statement threw */
  done(): Promise<number>
}

/**
 * Writes what most lines come to while the others are still being decided, after keeping what an undo gives back (unless that of the whole
 * `fleet` is kept already): the database works beside us instead of after us.
 */
export function measuredWriter(
  trx: Transaction<Database>,
  keeping: BeforeKeeping,
  at: Date,
  fleet: KeptFleet,
): MeasuredWriter {
  const told = toldDevicesOf(fleet)
  let ids: ReadonlySet<number> | null = null
  /** Machines that no line names were read after those that are kept, where a site is read whole. */
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
    take(rows) {
      // Written down at once: the database is at work on the rows before these.
      const lists = measurementLists(rows.filter(isOnlyMeasured), keeping)
      const held = forgetMeasurements(rows)
      const measured = held.filter(isOnlyMeasured)
      if (measured.length === 0) return rows
      queue = queue.then(async () => {
        const write = async () => {
          const unkept = measured.filter((row) => !isKept(row))
          if (unkept.length > 0) parts = await keepDevices(trx, unkept, keeping, parts)
          if (fleet.length > 0) for (const row of measured) if (isTold(row)) told.tell(row.before.id, row.measured)
          await writeMeasurements(trx, lists, at)
        }
        await (isSparse(measured.map((row) => row.before.id)) ? write() : byHash(trx, write))
      })
      // Anyone who waits for the end hears of it; until then it is nobody's.
      queue.catch(() => undefined)
      return held
    },
    async done() {
      await queue
      if (!marked) await markTold(trx, keeping.batchId, fleet, told)
      marked = true
      return parts
    },
  }
}
