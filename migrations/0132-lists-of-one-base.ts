import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * The newest entries of a company in the audit log, and repairs of a base in the order of their ids: the indexes without
 * the company skip the rows of all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index audit_log_of_company on audit_log(company_id, at desc, id desc)',
    'create index repair_daily_ids on repair_daily(company_id, id)',
  ])
}
