import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Keep the row of a deleted user without personal identification: records of devices, comments and the audit log still
 * name the user. The audit log is read by time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table app_user add column deleted_at timestamptz',
    'create index app_user_home on app_user(home_company_id, create_time desc, id desc) where deleted_at is null',
    'create index audit_log_at on audit_log(at desc, id desc)',
  ])
}
