import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** A third type, in addition to the two of a new database. */
export const thirdType = 'S21-Pro'
export const threeTypes = ['T30', 'T20', thirdType] as const

/** Insert a machine type without the product; TH/s. */
export async function buildMachineType(db: Kysely<Database>, name: string = thirdType, target = 200): Promise<void> {
  await sql`alter type device_type add value if not exists ${sql.lit(name)}`.execute(db)
  await sql`insert into machine_type(name, target_hash_rate, compliance_share) values (${name}, ${target}, 0.85) on conflict do nothing`.execute(
    db,
  )
}
