import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Record the owner of an issued statement, because a sub-account prints statements of its own machines; 0 = the whole
 * client. Machines that move between sub-accounts of one client change the statements of both, and not the client's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table statement_issue add column account_id int not null default 0',
    'alter table statement_issue drop constraint statement_issue_pkey',
    'alter table statement_issue add primary key (client_id, account_id, month)',
  ])
}
