import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const searched = ['app_user', 'comment', 'project', 'repair_daily', 'report', 'reservation', 'testee', 'trace']

/** What the new indexes search by is counted at once: a planner that knows nothing of a text takes every part of one to be rare. Deleted people are counted by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index app_user_deleted on app_user(id) where deleted_at is not null',
    ...searched.map((table) => `analyze ${table}`),
  ])
}
