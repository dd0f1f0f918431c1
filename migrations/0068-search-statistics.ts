import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const searched = ['app_user', 'comment', 'project', 'repair_daily', 'report', 'reservation', 'testee', 'trace']

/**
 * Create statistics for the new search indexes at once: a planner without statistics of a text assumes that every part
 * of one is rare. Deleted users are counted separately.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index app_user_deleted on app_user(id) where deleted_at is not null',
    ...searched.map((table) => `analyze ${table}`),
  ])
}
