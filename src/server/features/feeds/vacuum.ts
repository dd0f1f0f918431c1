import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { dailyTable } from '#server/features/dailies/open-day.ts'
import type { Day } from '#shared/dates.ts'

/**
 * Restores index-only scans and statistics after a feed has rewritten many rows; outside of any transaction.
 * One table after the other, so that none holds the embedded engine's connection for long. Source: data.md A and B1.
 */
export async function vacuumAfterFeed(db: Kysely<Database>, day: Day): Promise<void> {
  for (const table of ['device', 'device_count', 'device_leaf_count', 'device_place_count', 'daily_leaf', 'daily_scope', dailyTable(day)]) {
    await db.executeQuery(CompiledQuery.raw(`vacuum (analyze) ${table}`))
  }
}
