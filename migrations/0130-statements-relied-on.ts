import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Whether a later print of a statement relies on the record of the first one: then the record stays, even if the first
 * print fails while the later one is handed out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table statement_issue add column relied_on boolean not null default false'])
}
