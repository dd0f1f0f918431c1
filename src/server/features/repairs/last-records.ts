import { sql, type Transaction } from 'kysely'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { HeldDevice } from '#server/features/devices/hold-devices.ts'
import type { Day } from '#shared/dates.ts'
import type { RepairType } from '#shared/repairs.ts'

/** The newest record of a device that is not void, and its author. */
export type LastRecord = {
  deviceId: number
  id: number
  type: RepairType
  closed: boolean
  date: Day
  at: Date
  person: string | null
}

/** Return the newest record of each device, by device. */
export async function lastRecords(
  trx: Transaction<Database>,
  devices: readonly HeldDevice[],
): Promise<Map<number, LastRecord>> {
  if (devices.length === 0) return new Map()
  const companyIds = [...new Set(devices.map(({ company_id }) => company_id))]
  const { rows } = await sql<LastRecord>`
    select distinct on (r.device_id) r.device_id as "deviceId", r.id, r.type, r.closed, r.repair_date::text as date, r.create_time as at, u.name as person
    from repair_daily r left join app_user u on u.id = r.user_id
    where ${isOneOf('r.company_id', companyIds)} and r.device_id = any(${devices.map(({ id }) => id)}::int[]) and r.voided_at is null
    order by r.device_id, r.create_time desc, r.id desc`.execute(trx)
  return new Map(rows.map((row) => [row.deviceId, row]))
}
