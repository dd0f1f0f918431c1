import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { getBatch } from '#server/features/feeds/batches.ts'
import { undoFeed } from '#server/features/feeds/undo-feed.ts'
import type { UndoResult } from '#shared/feed-batches.ts'
import type { FeedTown } from './feeds.ts'
import { territoryOf } from './shape.ts'

/** Return the rows of a tenant in every table that a feed writes, except the event log and the batches themselves. */
export async function feedTables(db: Kysely<Database>, tenantId: number): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  const written = [
    ...[
      'device',
      'device_daily',
      'daily_leaf',
      'daily_scope',
      'daily_type',
      'device_count',
      'device_leaf_count',
      'device_place_count',
    ],
    ...['import_coverage', 'feed_conflict', 'repair_daily', 'device_facts'],
  ]
  for (const table of written) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t where company_id = ${tenantId} order by 1`.execute(db)
    all[table] = rows.map(({ row }) => row)
  }
  return all
}

/** Undo a batch as a user of the base; by default the newest. */
export function undoIn(
  db: Kysely<Database>,
  { tenant, now }: FeedTown,
  id?: number,
  dryRun = false,
): Promise<UndoResult> {
  const territory = territoryOf([tenant.id])
  const parts = { clock: now, config: { databaseUrl: null, deviceFeedUrl: null, timeZone: 'Asia/Shanghai' } }
  const caller = { actor: 'base', userId: null, territory, language: 'en' as const }
  return undoFeed(db, parts, caller, async (trx) => (await getBatch(trx, territory, id)).undoable, { dryRun })
}
