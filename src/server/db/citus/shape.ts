import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * Are tenants distributed over several nodes? SQL functions (layout.ts) contain the differences for the whole database.
 */
export async function isSpread(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ spread: boolean }>`select not keeps_sums_of_all() as spread`.execute(db)
  return rows[0]?.spread ?? false
}
