import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const facets = 'type, state, repair_times, active_worker_state'
const leafKey = `company_id, client_id, account_id, site_id, ${facets}`
const countKey = `company_id, ${facets}`
const placed = (devices: number, rows: string) =>
  `select company_id, coalesce(client_id, 0) as client_id, coalesce(account_id, 0) as account_id, coalesce(site_id, 0) as site_id, ${facets}, ${devices} as devices from ${rows}`
const sources = {
  insert: placed(1, 'new_rows'),
  delete: placed(-1, 'old_rows'),
  update: `${placed(1, 'new_rows')} union all ${placed(-1, 'old_rows')}`,
}

/**
 * Count by client, account and site as well, so that their cards, and the number of devices before a page sorted by a
 * name, cost the same for any fleet size. One pass over a statement's rows keeps these and the counters by company.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table device_leaf_count (
      company_id int not null, client_id int not null, account_id int not null, site_id int not null,
      type device_type not null, state device_state not null, repair_times smallint not null, active_worker_state boolean not null,
      devices int not null,
      primary key (${leafKey})) with (fillfactor = 50)`,
    'create index device_leaf_count_account on device_leaf_count(company_id, account_id)',
    'create index device_leaf_count_site on device_leaf_count(company_id, site_id)',
    `insert into device_leaf_count(${leafKey}, devices) select ${leafKey}, sum(devices) from (${placed(1, 'device')}) placed group by ${leafKey}`,
    ...Object.entries(sources).map(
      ([
        event,
        source,
      ]) => `create or replace function device_count_keep_${event}() returns trigger language plpgsql as $$ begin
        with changes as materialized (
          select ${leafKey}, sum(devices)::int as devices from (${source}) changed group by ${leafKey} having sum(devices) <> 0),
        to_leaf as (
          insert into device_leaf_count(${leafKey}, devices) select * from changes order by ${leafKey}
          on conflict (${leafKey}) do update set devices = device_leaf_count.devices + excluded.devices)
        insert into device_count(${countKey}, devices)
        select ${countKey}, sum(devices) from changes group by ${countKey} having sum(devices) <> 0 order by ${countKey}
        on conflict (${countKey}) do update set devices = device_count.devices + excluded.devices;
        return null; end $$`,
    ),
  ])
}
