import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { type MachineType, typeNamed } from '#shared/machine-types.ts'

/** Return all machine types in the order of their creation; lists by type and charts use the same order. */
export async function readMachineTypes(db: Db): Promise<MachineType[]> {
  const { rows } =
    await sql<MachineType>`select id, name, target_hash_rate as "targetHashRate", compliance_share as "complianceShare",
    power_w as "powerW", retired_at is not null as retired from machine_type order by id`.execute(db)
  return rows
}

/** Return the names for new machines as a list in a sentence. */
export const namesOfTypes = (types: readonly MachineType[]): string =>
  types
    .filter(({ retired }) => !retired)
    .map(({ name }) => name)
    .join(', ')

/**
 * Return the stored spelling of a type name from a request.
 * @throws AppError VALIDATION for an unknown type, with the known ones
 */
export function requireType(types: readonly MachineType[], name: string): string {
  const found = typeNamed(types, name)
  if (!found)
    throw new AppError('VALIDATION', {
      field: 'type',
      problem: 'problem.machineType',
      values: { value: name, types: namesOfTypes(types) },
    })
  return found.name
}
