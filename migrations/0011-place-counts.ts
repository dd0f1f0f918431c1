import type { Kysely } from 'kysely'
import { sums } from './0001/dailies.ts'
import { run } from './0001/run.ts'

const facets = 'type, state, repair_times, active_worker_state'
const countKey = `company_id, ${facets}`
const leafKey = `company_id, client_id, account_id, site_id, ${facets}`
const placeKey = 'company_id, kind, place_id'
const places = `(values ('client'::scope_kind, client_id), ('account', account_id), ('site', site_id)) places(kind, place_id)`

/**
 * Old and new rows are grouped separately, and only the few groups are compared: half the work of grouping both
 * together.
 */
const placed = (count: string, rows: string) =>
  `select company_id, coalesce(client_id, 0) as client_id, coalesce(account_id, 0) as account_id, coalesce(site_id, 0) as site_id, ${facets}, ${count} as devices
    from ${rows} group by company_id, device_rows.client_id, device_rows.account_id, device_rows.site_id, ${facets}`
const deviceSources = {
  insert: placed('count(*)', 'new_rows device_rows'),
  delete: placed('-count(*)', 'old_rows device_rows'),
  update: `${placed('count(*)', 'new_rows device_rows')} union all ${placed('-count(*)', 'old_rows device_rows')}`,
}

/** The daily rows in each sum. Source of in service, online, compliant: fleet.md, Rates. */
const counted: Record<string, string> = {
  total: 'true',
  ...Object.fromEntries(
    ['normal', 'low', 'warn', 'offline', 'repairing', 'repaired', 'lost', 'scrap'].map((state) => [
      state,
      `state = '${state}'`,
    ]),
  ),
  in_service: `ever_reported and reported is not null and state <= 'offline'`,
  online: `ever_reported and reported is not null and state <= 'warn'`,
  compliant: `ever_reported and reported is not null and state <= 'warn' and compliant`,
  unknown: `ever_reported and reported is null and state <= 'offline'`,
}
const dayKey = 'company_id, client_id, account_id, site_id, type, business_date'
const scopeKey = 'kind, scope_id, company_id, business_date'
const allSums = [...sums, 'hash_sum', 'target_sum']
const summed = allSums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')
const changed = allSums.map((sum) => `sum(${sum}) <> 0`).join(' or ')
const raised = (table: string) => allSums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')
const dailySource = (sign: string, rows: string) =>
  `select ${dayKey}, ${sums.map((sum) => `${sign}count(*) filter (where ${counted[sum]}) as ${sum}`).join(', ')},
    ${sign}coalesce(sum(hash_avg::float8), 0) as hash_sum, ${sign}sum(hash_target::float8) as target_sum from ${rows} group by ${dayKey}`
const daySources = {
  insert: dailySource('', 'new_rows'),
  delete: dailySource('-', 'old_rows'),
  update: `${dailySource('', 'new_rows')} union all ${dailySource('-', 'old_rows')}`,
}

/**
 * Count the devices of each client, account and site: a page sorted by a name reads a few hundred of these rows instead
 * of all counters by owner. Kept by the same triggers; a device that keeps its place costs nothing here. The triggers
 * of a feed's two large statements do half the work, and half of each page of a day is left free, as with the devices:
 * every feed of the day then rewrites its rows in place, without touching the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table device_place_count (
      company_id int not null, kind scope_kind not null, place_id int not null, devices int not null,
      primary key (${placeKey})) with (fillfactor = 50)`,
    `insert into device_place_count(${placeKey}, devices)
      select ${placeKey}, sum(devices) from device_leaf_count cross join lateral ${places} group by ${placeKey} having sum(devices) <> 0`,
    ...Object.entries(deviceSources).map(
      ([
        event,
        source,
      ]) => `create or replace function device_count_keep_${event}() returns trigger language plpgsql as $$ begin
        with changes as materialized (
          select ${leafKey}, sum(devices)::int as devices from (${source}) changed group by ${leafKey} having sum(devices) <> 0),
        to_leaf as (
          insert into device_leaf_count(${leafKey}, devices) select * from changes order by ${leafKey}
          on conflict (${leafKey}) do update set devices = device_leaf_count.devices + excluded.devices),
        to_place as (
          insert into device_place_count(${placeKey}, devices)
          select ${placeKey}, sum(devices) from changes cross join lateral ${places} group by ${placeKey} having sum(devices) <> 0 order by ${placeKey}
          on conflict (${placeKey}) do update set devices = device_place_count.devices + excluded.devices)
        insert into device_count(${countKey}, devices)
        select ${countKey}, sum(devices) from changes group by ${countKey} having sum(devices) <> 0 order by ${countKey}
        on conflict (${countKey}) do update set devices = device_count.devices + excluded.devices;
        return null; end $$`,
    ),
    ...Object.entries(daySources).map(
      ([
        event,
        source,
      ]) => `create or replace function daily_roll_up_${event}() returns trigger language plpgsql as $$ begin
        with leaf as materialized (
          select ${dayKey}, ${summed} from (${source}) changes group by ${dayKey} having ${changed}),
        to_leaf as (
          insert into daily_leaf(${dayKey}, ${allSums.join(', ')}) select * from leaf order by ${dayKey}
          on conflict (${dayKey}) do update set ${raised('daily_leaf')})
        insert into daily_scope(${scopeKey}, ${allSums.join(', ')})
        select kind, scope_id, scope_company, business_date, ${summed}
        from leaf cross join lateral (values ('all'::scope_kind, 0, 0), ('company', company_id, company_id), ('client', client_id, company_id),
          ('account', account_id, company_id), ('site', site_id, company_id)) scopes(kind, scope_id, scope_company)
        where scope_id <> 0 or kind = 'all'
        group by kind, scope_id, scope_company, business_date having ${changed} order by 1, 2, 3, 4
        on conflict (${scopeKey}) do update set ${raised('daily_scope')};
        return null; end $$`,
    ),
    `create or replace function device_daily_month(day date) returns void language plpgsql as $$
      declare
        first date := date_trunc('month', day);
        name text := 'device_daily_' || to_char(first, 'YYYY_MM');
      begin
        if to_regclass(name) is null then
          execute format('create table if not exists %I partition of device_daily for values from (%L) to (%L) with (fillfactor = 50)',
            name, first, (first + interval '1 month')::date);
        end if;
      end $$`,
    `do $$ declare month regclass; begin
      for month in select inhrelid::regclass from pg_inherits where inhparent = 'device_daily'::regclass loop
        execute format('alter table %s set (fillfactor = 50)', month);
      end loop; end $$`,
  ])
}
