import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Mark deleted class sessions: they are in no list, and their comments stay with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table class_session add column deleted_at timestamptz'])
}
