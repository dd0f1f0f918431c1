import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

/** The query of headquarters: the first one that is not deleted. */
export const headquartersSql =
  "select id, name, tenant_id from company where kind = 'headquarters' and deleted_at is null order by id limit 1"

/** Return headquarters; null = there is none yet. */
export async function findHeadquarters(db: Kysely<Database>): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{
    id: number
    name: string
  }>`select id, name from (${sql.raw(headquartersSql)}) h`.execute(db)
  return rows[0] ?? null
}
