import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const places = ['company', 'client', 'account']

/**
 * Share the data that several processes on one database need of each other: changes of names, progress of jobs, rate
 * limits, leases, today's tasks, and received parts of files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // Microseconds of the last change, so that no version is repeated, not even after a restore or a fail-over that
    // lost the newest changes.
    'create table place_version (id int primary key check (id = 1), version bigint not null)',
    'insert into place_version values (1, 1)',
    `create function move_place_version() returns void language sql as $$
      update place_version set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint) $$`,
    // Once in each transaction, as its last statement: transactions that change places do not wait for each other
    // earlier.
    `create function place_version_follow() returns trigger language plpgsql as $$ begin
      if current_setting('coldfleet.places_moved_by', true) is distinct from txid_current()::text then
        perform set_config('coldfleet.places_moved_by', txid_current()::text, true);
        perform move_place_version();
      end if;
      return null; end $$`,
    ...places.map(
      (table) => `create constraint trigger ${table}_moves_place_version after insert or update or delete on ${table}
        deferrable initially deferred for each row execute function place_version_follow()`,
    ),
    // The sites where a client or an account has machines, read by each of its requests.
    'create index device_place_count_place on device_place_count(place_id, kind)',

    `create table job (
      id text primary key, owner text not null, process text not null, phase text not null, done int not null default 0, total int not null default 0,
      result jsonb, errors bytea, error jsonb, cancel_requested boolean not null default false,
      started_at timestamptz not null default now(), heartbeat_at timestamptz not null default now(), ended_at timestamptz)`,
    'create index job_owner on job(owner)',

    'create table rate_count (name text, who text, times timestamptz[] not null, primary key (name, who))',
    'create table lease (name text, slot int, holder text not null, held_until timestamptz not null, primary key (name, slot))',
    'create table scheduled_task (name text primary key, done_at timestamptz not null)',
    `create table partial_upload (
      id text primary key, owner text not null, kind text not null, pieces text[] not null default '{}', size bigint not null default 0,
      changed_at timestamptz not null)`,
  ])
}
