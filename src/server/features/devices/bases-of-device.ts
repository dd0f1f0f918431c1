import { type Kysely, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'

/**
 * Return the bases of a set that a device is in, or was in before a transfer. On several nodes no device changes its
 * base.
 */
export async function basesOfDevice(
  db: Kysely<Database>,
  set: DeviceSet,
  { id, company_id }: { id: number; company_id: number },
): Promise<number[]> {
  if (set.spread || set.companyIds.length === 1) return [company_id]
  const { rows } = await sql<{
    id: number
  }>`select distinct unnest(array[change #>> '{from,companyId}', change #>> '{to,companyId}'])::int as id from device_event
    where device_id = ${id} and cause = 'transfer'`.execute(db)
  const former = rows.map((row) => row.id).filter((base) => base !== company_id && set.companyIds.includes(base))
  return [company_id, ...former]
}
