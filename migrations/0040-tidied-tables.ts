import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/** Sums that every feed rewrites: few rows, and each scan also reads the dead ones. */
const counters = ['device_count', 'device_leaf_count', 'device_place_count', 'daily_leaf', 'daily_scope']
const counterSettings =
  'autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0'
/** A fraction of large tables that small feeds rewrite within the hour, instead of PostgreSQL's fifth of the table. */
const rowSettings =
  'autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02'

/**
 * Small feeds leave vacuuming to autovacuum, whose defaults fit an ordinary table and no counter. A month of dailies is
 * created next to its table and attached: created as a partition, it would wait for every reader of any month, and make
 * them wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    ...counters.map((table) => `alter table ${table} set (${counterSettings})`),
    `alter table device set (${rowSettings})`,
    `do $$ declare month regclass; begin
      for month in select inhrelid::regclass from pg_inherits where inhparent = 'device_daily'::regclass loop
        execute format('alter table %s set (${rowSettings})', month);
      end loop; end $$`,
    `create or replace function device_daily_month(day date) returns void language plpgsql as $$
      declare
        first date := date_trunc('month', day);
        name text := 'device_daily_' || to_char(first, 'YYYY_MM');
      begin
        if to_regclass(name) is not null then return; end if;
        -- Any key that no tenant has: of two that need the month, one makes it.
        perform pg_advisory_xact_lock(6303, 0);
        if to_regclass(name) is not null then return; end if;
        execute format('create table %I (like device_daily including all) with (fillfactor = 50, ${rowSettings})', name);
        execute format('alter table device_daily attach partition %I for values from (%L) to (%L)', name, first, (first + interval '1 month')::date);
      end $$`,
  ])
}
