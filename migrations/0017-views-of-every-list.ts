import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Allow saved views of every list, not only of devices: add the list and its hidden columns (null = unchanged). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table saved_view add column screen text not null default 'devices'`,
    'alter table saved_view alter column screen drop default',
    'alter table saved_view add column hidden text[]',
    'drop index saved_view_name',
    'create unique index saved_view_name on saved_view(user_id, company_id, screen, name)',
    'drop index saved_view_shared',
    'create index saved_view_shared on saved_view(company_id, screen, name) where shared',
  ])
}
