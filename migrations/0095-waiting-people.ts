import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Registering is open, so that people without a role may be many: those who wait for one are found without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index app_user_waiting on app_user(create_time, id) where pending and not disabled and deleted_at is null',
  ])
}
