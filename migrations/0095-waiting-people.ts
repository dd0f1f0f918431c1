import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Registration is public, so there may be many users without a role: index those who wait for one, so that the others
 * are not read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index app_user_waiting on app_user(create_time, id) where pending and not disabled and deleted_at is null',
  ])
}
