import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * The few entries of the audit log that failed or were denied, by company and by action: found among those of all
 * companies and actions, they read most of the failed ones for each page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const few = `where result in ('failed', 'denied', 'stopped')`
  await run(db, [
    `create index audit_log_failed on audit_log(company_id, result, at desc, id desc) ${few}`,
    `create index audit_log_failed_action on audit_log(action text_pattern_ops, result, at desc, id desc) ${few}`,
  ])
}
