import { sql } from 'kysely'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import type { Db } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { PartRow } from '#shared/goods.ts'

/**
 * Return the parts of one machine, in the order in which they were fitted.
 * @throws AppError NOT_FOUND for a machine that is missing or outside the set, with the same answer
 */
export async function findParts(db: Db, set: DeviceSet, machineId: number): Promise<PartRow[]> {
  if (set.companyIds.length === 0) throw new AppError('NOT_FOUND')
  const { rows } = await sql<{
    company_id: number
  }>`select company_id from device where id = ${machineId} and ${deviceConditions(set)}`.execute(db)
  const [machine] = rows
  if (!machine) throw new AppError('NOT_FOUND')
  return db
    .selectFrom('company_material')
    .innerJoin('material', 'material.id', 'company_material.material_id')
    .select([
      'company_material.id',
      'material.id as materialId',
      'material.name',
      'material.unit',
      'company_material.number',
      'company_material.notes',
    ])
    .select('company_material.row_version as rowVersion')
    .where('company_material.company_id', '=', machine.company_id)
    .where('company_material.machine_id', '=', machineId)
    .orderBy('company_material.id')
    .execute()
}
