import { sql } from 'kysely'
import type { DeviceState } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { type DeviceSet, deviceConditions, isOnSeveralNodes } from './device-set.ts'
import type { Db } from './tables.ts'

type OneDevice = { id: number; serial: string; company_id: number; state: DeviceState }

/**
 * Return one device of a set. `kept` locks its state until the transaction ends.
 * @throws AppError NOT_FOUND for a device that is missing or outside of the set, alike
 */
export async function oneDevice(db: Db, set: DeviceSet, id: number, { kept = false } = {}): Promise<OneDevice> {
  if (set.companyIds.length === 0) throw new AppError('NOT_FOUND')
  // Citus locks rows of one tenant at a time.
  if (kept && isOnSeveralNodes(set)) {
    const { company_id } = await oneDevice(db, set, id)
    return oneDevice(db, { ...set, companyIds: [company_id] }, id, { kept })
  }
  const { rows } =
    await sql<OneDevice>`select id, serial, company_id, state from device where id = ${id} and ${deviceConditions(set)}
    ${kept ? sql`for share` : sql``}`.execute(db)
  const [device] = rows
  if (!device) throw new AppError('NOT_FOUND')
  return device
}

/** Return a device that is not scrapped, as `oneDevice` with `kept`. @throws AppError NOT_FOUND, DEVICE_SCRAPPED */
export async function oneLiveDevice(db: Db, set: DeviceSet, id: number): Promise<OneDevice> {
  const device = await oneDevice(db, set, id, { kept: true })
  if (device.state === 'scrap') throw new AppError('DEVICE_SCRAPPED')
  return device
}
