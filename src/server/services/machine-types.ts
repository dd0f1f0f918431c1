import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { type MachineType, typeNamed } from '#shared/machine-types.ts'

/** All machine types, in the order in which they were made; lists by type and charts have the same. */
export async function readMachineTypes(db: Kysely<Database>): Promise<MachineType[]> {
  const { rows } =
    await sql<MachineType>`select id, name, target_hash_rate as "targetHashRate", compliance_share as "complianceShare",
    power_w as "powerW", retired_at is not null as retired from machine_type order by id`.execute(db)
  return rows
}

/** The names that new machines can have, as a sentence lists them. */
export const namesOfTypes = (types: readonly MachineType[]): string =>
  types
    .filter(({ retired }) => !retired)
    .map(({ name }) => name)
    .join(', ')

/** The stored spelling of a type that a caller names. @throws AppError VALIDATION for one that there is not, with those that there are */
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
