import { type Kysely, sql } from 'kysely'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { NewestFeed } from '#shared/charts.ts'

/** Return when the newest feed with machines of a territory's tenants was applied, with one index lookup per tenant. */
export async function newestFeed(db: Kysely<Database>, { everything, companyIds }: Territory): Promise<NewestFeed> {
  if (companyIds.length === 0) return { at: null }
  const newest = everything
    ? sql`select max(id) from import_batch where created + updated + unchanged + conflict > 0`
    : sql`select max(batch_id) from import_batch_site where ${isOneOf('company_id', companyIds)}`
  const { rows } = await sql<{
    create_time: Date
  }>`select create_time from import_batch where id = (${newest})`.execute(db)
  return { at: rows[0]?.create_time.toISOString() ?? null }
}
