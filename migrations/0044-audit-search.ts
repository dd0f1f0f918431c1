import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * The audit log is never shortened: find a rare user, action or result by an index, not by reading back through all
 * years.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index audit_log_actor_search on audit_log using gin(actor gin_trgm_ops)',
    'create index audit_log_action on audit_log(action text_pattern_ops, at desc, id desc)',
    'create index audit_log_result on audit_log(result, at desc, id desc)',
  ])
}
