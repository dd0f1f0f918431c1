import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** A class session that was deleted: it is in no list any more, and what was said about it stays with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table class_session add column deleted_at timestamptz'])
}
