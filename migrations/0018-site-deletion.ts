import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Create the bin: a site deleted with everything below it, restorable for 30 days. `accounts` are the sub-accounts of
 * the site, as {account: site}. The name of a deleted client or sub-account may be used again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table site_deletion (
      company_id int primary key references company(id),
      company_ids int[] not null check (company_ids <> '{}'),
      accounts jsonb not null default '{}',
      actor text not null,
      deleted_at timestamptz not null)`,
    'alter table client drop constraint client_company_id_name_key',
    'create unique index client_name on client(company_id, name) where deleted_at is null',
    'alter table account drop constraint account_client_id_name_key',
    'create unique index account_name on account(client_id, name) where deleted_at is null',
    'create index app_user_client on app_user(client_id) where client_id is not null',
    'create index app_user_account on app_user(account_id) where account_id is not null',
  ])
}
