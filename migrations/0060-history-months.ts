import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Track the states of a month of device_daily: open (no row, or 'open'), closed (rewritten in compact form), archived
 * (a Parquet file in the storage). Every write to a month that was closed before leaves a row in history_write, by a
 * trigger of that month only: the rewriting of a month sees whether its copy is still current, a closed month with
 * writes is closed again, and an archived one refuses them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table history_month (
      month date primary key check (extract(day from month) = 1),
      state text not null check (state in ('open', 'closed', 'archived')),
      closed_at timestamptz,
      archived_at timestamptz,
      file_name text check ((file_name is not null) = (state = 'archived')))`,
    // A file is kept after its month left the archive, as long as a snapshot may refer to it.
    `create table history_file (
      file_name text primary key,
      month date not null,
      rows bigint not null,
      bytes bigint not null,
      sha256 text not null,
      made_at timestamptz not null default now(),
      dropped_at timestamptz)`,
    `create table history_write (
      id bigint generated always as identity primary key,
      month date not null,
      at timestamptz not null default now())`,
    'create index history_write_month on history_write(month, at)',
    `create function history_month_written() returns trigger language plpgsql as $$ begin
      -- Once a transaction: the condition of the trigger is not asked again for rows of the same statement.
      if current_setting('coldfleet.written_month', true) = tg_argv[0] then return null; end if;
      perform set_config('coldfleet.written_month', tg_argv[0], true);
      if exists (select from history_month where month = tg_argv[0]::date and state = 'archived') then
        raise exception 'the month is archived' using errcode = 'CF060', detail = left(tg_argv[0], 7);
      end if;
      insert into history_write(month) values (tg_argv[0]::date);
      return null;
    end $$`,
    // A caller that prepares a month is about to write to it.
    'alter function device_daily_month(date) rename to make_device_daily_month',
    `create function device_daily_month(day date) returns void language plpgsql as $$ begin
      if exists (select from history_month where month = date_trunc('month', day)::date and state = 'archived') then
        raise exception 'the month is archived' using errcode = 'CF060', detail = to_char(day, 'YYYY-MM');
      end if;
      perform make_device_daily_month(day);
    end $$`,
  ])
}
