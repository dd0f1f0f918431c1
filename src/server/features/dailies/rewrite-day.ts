import { sql, type Transaction } from 'kysely'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'

/** Copy the present states of these devices to their rows of today. Other columns stay as they are. */
export async function rewriteStates(
  trx: Transaction<Database>,
  day: Day,
  devices: readonly { deviceId: number; companyId: number }[],
): Promise<void> {
  const companyIds = [...new Set(devices.map(({ companyId }) => companyId))]
  await sql`
    update device_daily r set state = d.state from device d
    where d.id = any(${devices.map(({ deviceId }) => deviceId)}::int[]) and r.company_id = d.company_id and ${isOneOf('r.company_id', companyIds)}
      and r.business_date = ${day}::date and r.device_id = d.id and r.state <> d.state`.execute(trx)
}
