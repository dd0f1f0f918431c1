import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readFacts, writeFacts } from '#server/features/devices/facts.ts'
import { keepFacts } from '#server/features/feeds/given-facts.ts'
import { type DeviceFacts, type FactColumn, siteFacts, staffFacts } from '#shared/device-facts.ts'
import type { Moved } from './plan.ts'

/**
 * Return the facts that a machine loses: its position on a change of site, and also the notes of the staff on a change
 * of base.
 */
const leftBehind = ({ from, to }: Moved): readonly FactColumn[] => {
  if (from.companyId !== to.companyId) return [...siteFacts, ...staffFacts]
  return from.siteId === to.siteId ? [] : siteFacts
}

type Left = { deviceId: number; companyId: number; siteId: number | null; before: DeviceFacts; after: DeviceFacts }

/** Return the facts of moved machines that change, read before the machines move. */
export async function factsLeftBehind(
  trx: Transaction<Database>,
  moved: readonly Moved[],
  companyIds: readonly number[],
): Promise<Left[]> {
  const leaving = moved.filter((one) => leftBehind(one).length > 0)
  const known = await readFacts(
    trx,
    companyIds,
    leaving.map(({ device }) => device.id),
  )
  return leaving.flatMap((one) => {
    const before = known.get(one.device.id)
    const left = before ? leftBehind(one).filter((column) => before[column] !== null) : []
    if (!before || left.length === 0) return []
    const after = { ...before, ...Object.fromEntries(left.map((column) => [column, null])) }
    const { companyId, siteId } = one.to
    return [{ deviceId: one.device.id, companyId, siteId: siteId || null, before, after }]
  })
}

/** Store the former facts for an undo, and write the remaining ones. Call it after the machines have moved. */
export async function writeLeftFacts(
  trx: Transaction<Database>,
  batchId: number,
  left: readonly Left[],
): Promise<void> {
  await keepFacts(trx, batchId, left)
  await writeFacts(
    trx,
    left.map(({ companyId, siteId, deviceId, after }) => ({ companyId, siteId, deviceId, facts: after })),
  )
}
