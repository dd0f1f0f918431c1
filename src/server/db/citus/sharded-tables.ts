import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * Tables distributed by company: all rows of one company are on the same node. Each table has a column `company_id`.
 */
export const spreadTables = [
  'device',
  'device_daily',
  'device_event',
  'device_facts',
  'repair_daily',
  'repair_count',
  'feed_conflict',
  'device_care',
  'device_hour',
  'import_coverage',
  'device_count',
  'device_leaf_count',
  'device_place_count',
  'daily_leaf',
  'daily_scope',
  'daily_type',
] as const

/**
 * Tables copied to every node, because rows of every company reference them or are joined with them. Their triggers run
 * on the first node only.
 */
export const copiedTables = ['company', 'client', 'account', 'app_user', 'device_check'] as const

/**
 * Settings of each node. Triggers keep the counters, and write them on the node of the rows. A session has two
 * connections to each node and keeps them open: by default, Citus opens up to 16 for a query that takes longer than 10
 * ms and closes all but one afterwards, which costs headquarters more than its queries. The costs of a distributed plan
 * are zero, so PostgreSQL would keep the plan of a named statement that knows no values after five calls.
 */
export const nodeSettings = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  'citus.max_adaptive_executor_pool_size': '2',
  'citus.max_cached_conns_per_worker': '2',
  plan_cache_mode: 'force_custom_plan',
} as const

/**
 * Shards of each table for each node that holds some, unless the operator has set `citus.shard_count`. A query over all
 * companies plans and runs one part for each shard that has rows, so the 32 of Citus cost headquarters several times as
 * much; fewer could not be moved evenly to further nodes.
 */
export const shardsPerNode = 4

/** The first Citus version with all required features. */
export const leastVersion = 12

/**
 * Functions that behave differently once tenants are distributed; migrations 0070 and 0071 give the reasons. Triggers
 * on every node call those of `everywhere`.
 */
export const shapeFunctions = {
  everywhere: {
    keeps_sums_of_all:
      'create or replace function keeps_sums_of_all() returns boolean language sql immutable parallel safe as $$ select false $$',
    is_first_node:
      'create or replace function is_first_node() returns boolean language sql stable as $$ select groupid = 0 from pg_dist_local_group $$',
  },
  first: [
    // The serial of a machine that no longer exists can be claimed again.
    `create or replace function claim_serials(serials text[], companies int[], ids int[]) returns void language plpgsql as $$
      declare keys text[]; claimed int[]; owners int[]; there int[];
      begin
        select array_agg(upper(serial collate "C")) into keys from unnest(serials) claim(serial);
        select array_agg(device_id), array_agg(company_id) into claimed, owners from device_serial where serial_key = any(keys);
        if claimed is not null then
          select array_agg(id) into there from device where company_id = any(owners) and id = any(claimed);
          delete from device_serial where serial_key = any(keys) and not device_id = any(coalesce(there, '{}'));
        end if;
        insert into device_serial(serial_key, company_id, device_id) select * from unnest(keys, companies, ids);
      end $$`,
    `create or replace function devices_moved(companies int[], ids int[]) returns void language plpgsql as $$
      declare moved int[]; sites int[]; serials text[];
      begin
        select array_agg(id), array_agg(site_id), array_agg(serial) into moved, sites, serials from device where company_id = any(companies) and id = any(ids);
        update trace set site_id = m.site_id, subject = m.serial from unnest(moved, sites, serials) m(id, site_id, serial) where device_id = m.id;
        update comment set site_id = m.site_id from unnest(moved, sites) m(id, site_id) where target_kind = 'device' and class_id = m.id;
      end $$`,
  ],
} as const

/** Triggers that would write from the node of a machine to another node; `devices_moved` replaces them. */
export const firstNodeTriggers = ['trace_follow_device', 'comment_follow_device'] as const

/**
 * Are tenants distributed over several nodes? `shapeFunctions` contain the differences for the whole database.
 */
export async function isSpread(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ spread: boolean }>`select not keeps_sums_of_all() as spread`.execute(db)
  return rows[0]?.spread ?? false
}
