import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const copied = ['site_id', 'client_id', 'account_id', 'type', 'serial']
const columns = copied.join(', ')
const of = (row: string) => copied.map((column) => `${row}.${column}`).join(', ')
/** Microseconds for which changes are kept, as in migration 0055. */
const kept = 3_600_000_000

/**
 * Prepare tenants for distribution over several nodes: keys and triggers include the company, and the differences of a
 * distributed database are in functions that `db distribute` replaces (src/server/db/citus/).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table import_coverage drop constraint import_coverage_pkey',
    'alter table import_coverage add primary key (company_id, business_date, site_id)',
    // A conflict is on the node of its machine; machines stay with their tenant.
    `create or replace function feed_conflict_place() returns trigger language plpgsql as $$ begin
      select ${columns} into ${of('new')} from device where company_id = new.company_id and id = new.device_id;
      return new; end $$`,
    `create or replace function feed_conflict_follow() returns trigger language plpgsql as $$ begin
      update feed_conflict set ${copied.map((column) => `${column} = new.${column}`).join(', ')} where company_id = new.company_id and device_id = new.id;
      return null; end $$`,
    'drop trigger feed_conflict_follow on device',
    `create trigger feed_conflict_follow after update of ${columns} on device for each row
      when ((${of('old')}) is distinct from (${of('new')})) execute function feed_conflict_follow()`,
    `create or replace function place_version_follow() returns trigger language plpgsql as $$ begin
      if current_setting('coldfleet.places_moved_by', true) is distinct from txid_current()::text then
        perform set_config('coldfleet.places_moved_by', txid_current()::text, true);
        update place_version set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
        delete from place_change where version < (select version - ${kept} from place_version);
      end if;
      -- The table of a node is named by its number, too.
      insert into place_change select version, regexp_replace(tg_table_name, '_\\d+$', ''), coalesce(new.id, old.id) from place_version;
      return null; end $$`,
    // As long as all tenants are on one node, an index keeps serials unique, and triggers move a machine's rows with
    // it.
    'create function claim_serials(serials text[], companies int[], ids int[]) returns void language sql as $$ $$',
    'create function devices_moved(companies int[], ids int[]) returns void language sql as $$ $$',
    // References without a foreign key, because none may point from one node to another.
    `create table loose_reference (
      from_table text not null, from_column text not null, to_table text not null, on_delete text not null,
      primary key (from_table, from_column))`,
  ])
}
