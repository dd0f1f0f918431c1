import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * A feed of a whole fleet has what an undo needs kept while its lines are still being read, before anybody knows which devices it names:
 * afterwards it says which of those it told of. Parts that were written the other way say nothing and mean all of theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table import_before add column told boolean[] not null default '{}'`,
    'alter table import_before alter column told set storage external',
  ])
}
