import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Keep the data for the undo of a feed of a whole fleet while its lines are still being read, before its devices are
 * known: afterwards the feed records which of them it contains. Parts written the other way have no such list and
 * include all their devices.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table import_before add column told boolean[] not null default '{}'`,
    'alter table import_before alter column told set storage external',
  ])
}
