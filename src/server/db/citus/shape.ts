import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Do tenants lie on several nodes? What the whole database then does otherwise is in functions of SQL (layout.ts). */
export async function isSpread(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ spread: boolean }>`select not keeps_sums_of_all() as spread`.execute(db)
  return rows[0]?.spread ?? false
}
