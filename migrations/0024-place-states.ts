import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const states = ['normal', 'low', 'warn', 'offline', 'repairing', 'repaired', 'lost', 'scrap']
const counts = ['devices', ...states]
const facets = 'type, state, repair_times, active_worker_state'
const countKey = `company_id, ${facets}`
const leafKey = `company_id, client_id, account_id, site_id, ${facets}`
const placeKey = 'company_id, kind, place_id'
const places = `(values ('client'::scope_kind, client_id), ('account', account_id), ('site', site_id)) places(kind, place_id)`
const summed = ['sum(devices)', ...states.map((state) => `coalesce(sum(devices) filter (where state = '${state}'), 0)`)]
const placeSums = (source: string) =>
  `select ${placeKey}, ${summed.join(', ')} from ${source} cross join lateral ${places} group by ${placeKey}`

/**
 * Old and new rows are grouped separately, and only the few groups are compared: half the work of grouping both
 * together.
 */
const placed = (count: string, rows: string) =>
  `select company_id, coalesce(client_id, 0) as client_id, coalesce(account_id, 0) as account_id, coalesce(site_id, 0) as site_id, ${facets}, ${count} as devices
    from ${rows} group by company_id, device_rows.client_id, device_rows.account_id, device_rows.site_id, ${facets}`
const sources = {
  insert: placed('count(*)', 'new_rows device_rows'),
  delete: placed('-count(*)', 'old_rows device_rows'),
  update: `${placed('count(*)', 'new_rows device_rows')} union all ${placed('-count(*)', 'old_rows device_rows')}`,
}

/**
 * Count the devices of a client, account or site by state: provinces, rankings and lists of places read one row for
 * each place instead of all counters by owner, which at a million devices are a hundred thousand.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // One day of all places, for rankings of a rate.
    'create index daily_scope_day on daily_scope(business_date, kind, company_id)',
    `alter table device_place_count ${states.map((state) => `add column ${state} int not null default 0`).join(', ')}`,
    `insert into device_place_count(${placeKey}, ${counts.join(', ')}) ${placeSums('device_leaf_count')} having sum(devices) <> 0
      on conflict (${placeKey}) do update set ${counts.map((count) => `${count} = excluded.${count}`).join(', ')}`,
    ...Object.entries(sources).map(
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
          insert into device_place_count(${placeKey}, ${counts.join(', ')})
          ${placeSums('changes')} having ${summed.map((sum) => `${sum} <> 0`).join(' or ')} order by ${placeKey}
          on conflict (${placeKey}) do update set ${counts.map((count) => `${count} = device_place_count.${count} + excluded.${count}`).join(', ')})
        insert into device_count(${countKey}, devices)
        select ${countKey}, sum(devices) from changes group by ${countKey} having sum(devices) <> 0 order by ${countKey}
        on conflict (${countKey}) do update set devices = device_count.devices + excluded.devices;
        return null; end $$`,
    ),
  ])
}
