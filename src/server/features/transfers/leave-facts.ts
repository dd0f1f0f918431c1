import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readFacts, writeFacts } from '#server/features/devices/facts.ts'
import { keepFacts } from '#server/features/feeds/told-facts.ts'
import { type DeviceFacts, type FactColumn, siteFacts, staffFacts } from '#shared/device-facts.ts'
import type { Moved } from './plan.ts'

/** What a machine does not take along: its position to another site, and what the staff noted to another base. */
const leftBehind = ({ from, to }: Moved): readonly FactColumn[] => {
  if (from.companyId !== to.companyId) return [...siteFacts, ...staffFacts]
  return from.siteId === to.siteId ? [] : siteFacts
}

type Left = { deviceId: number; companyId: number; siteId: number | null; before: DeviceFacts; after: DeviceFacts }

/** The facts of moved machines that change, read before the machines move. */
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

/** Keeps what was known, for an undo, and writes what is left of it. Call it when the machines have moved. */
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
