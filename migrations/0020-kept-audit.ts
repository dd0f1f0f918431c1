import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Emptying the log of who did what is refused as changing or deleting a row of it already was: a statement trigger, because
 * a truncation fires none of those that stand on rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create trigger audit_log_keep_all before truncate on audit_log for each statement execute function audit_log_keep()',
  ])
}
