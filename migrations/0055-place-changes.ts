import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Microseconds for which changes are kept: a process that has not read them for longer reloads all names. */
const kept = 3_600_000_000

/**
 * Record which places have changed since a version, so that a process with the names of that version reads only the
 * changed ones. The transaction that raises the version locks it until it commits, so versions appear in order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // Each reached version has a row. Kind '' marks a beginning: earlier changes are not known.
    'create table place_change (version bigint not null, kind text not null, place_id int not null)',
    'create index place_change_version on place_change(version)',
    `insert into place_change select version, '', 0 from place_version`,
    // For changes that bypass the triggers.
    `create or replace function move_place_version() returns void language plpgsql as $$ begin
      update place_version set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
      delete from place_change;
      insert into place_change select version, '', 0 from place_version;
      end $$`,
    `create or replace function place_version_follow() returns trigger language plpgsql as $$ begin
      if current_setting('coldfleet.places_moved_by', true) is distinct from txid_current()::text then
        perform set_config('coldfleet.places_moved_by', txid_current()::text, true);
        update place_version set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
        delete from place_change where version < (select version - ${kept} from place_version);
      end if;
      insert into place_change select version, tg_table_name, coalesce(new.id, old.id) from place_version;
      return null; end $$`,
  ])
}
