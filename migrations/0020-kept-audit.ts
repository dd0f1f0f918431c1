import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Refuse to truncate the audit log, as changing or deleting a row already is: with a statement trigger, because a
 * truncation fires no row triggers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create trigger audit_log_keep_all before truncate on audit_log for each statement execute function audit_log_keep()',
  ])
}
