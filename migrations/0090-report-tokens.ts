import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Add tokens of scope `report`: bound to one site, they send the measurements of its machines and read nothing. `name`
 * is the collector of the token.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table session add column site_id int references company(id) on delete cascade, add column name text',
    'alter table session drop constraint session_scope_check',
    "alter table session add constraint session_scope_check check (scope in ('full', 'read', 'report') and (scope = 'report') = (site_id is not null))",
    'create index session_site on session(site_id, id) where site_id is not null',
  ])
}
