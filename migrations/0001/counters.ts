import type { Kysely } from 'kysely'
import { sums } from './dailies.ts'
import { run } from './run.ts'

/**
 * The contribution of one daily row to each sum, by alias. Source of in service, online, compliant: fleet.md, Rates.
 */
const addend: Record<string, string> = {
  total: '1',
  ...Object.fromEntries(
    ['normal', 'low', 'warn', 'offline', 'repairing', 'repaired', 'lost', 'scrap'].map((state) => [
      state,
      `(r.state = '${state}')::int`,
    ]),
  ),
  in_service: `(r.ever_reported and r.reported is not null and r.state <= 'offline')::int`,
  online: `(r.ever_reported and r.reported is not null and r.state <= 'warn')::int`,
  compliant: `(r.ever_reported and r.reported is not null and r.state <= 'warn' and r.compliant)::int`,
  unknown: `(r.ever_reported and r.reported is null and r.state <= 'offline')::int`,
}
const added = (sign: string) =>
  [
    ...sums.map((sum) => `${sign}(${addend[sum]}) as ${sum}`),
    `${sign}coalesce(r.hash_avg, 0)::float8 as hash_sum`,
    `${sign}r.hash_target::float8 as target_sum`,
  ].join(', ')
const allSums = [...sums, 'hash_sum', 'target_sum']
const summed = allSums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')
const raised = (table: string) => allSums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')
const changed = allSums.map((sum) => `sum(${sum}) <> 0`).join(' or ')
const leafKey = 'company_id, client_id, account_id, site_id, type, business_date'
const scopeKey = 'kind, scope_id, company_id, business_date'

/** Create statement triggers with the old and new rows, so that a feed of 100,000 rows costs one GROUP BY. */
const statementTriggers = (
  table: string,
  functionName: string,
  body: (source: string) => string,
  oldRows: string,
  newRows: string,
) =>
  (['insert', 'update', 'delete'] as const).flatMap((event) => {
    const source = { insert: newRows, delete: oldRows, update: `${newRows} union all ${oldRows}` }[event]
    const tables = {
      insert: 'new table as new_rows',
      delete: 'old table as old_rows',
      update: 'old table as old_rows new table as new_rows',
    }[event]
    return [
      `create function ${functionName}_${event}() returns trigger language plpgsql as $$ begin ${body(source)} return null; end $$`,
      `create trigger ${functionName}_${event} after ${event} on ${table} referencing ${tables} for each statement execute function ${functionName}_${event}()`,
    ]
  })

const countKey = 'company_id, type, state, repair_times, active_worker_state'

/** Create counters of devices, and both daily roll-ups, kept by statement triggers in the transaction of the change. */
export const createCounters = (db: Kysely<unknown>) =>
  run(db, [
    `create table device_count (
      company_id int not null, type device_type not null, state device_state not null, repair_times smallint not null, active_worker_state boolean not null,
      devices int not null,
      primary key (${countKey})) with (fillfactor = 50)`,
    ...statementTriggers(
      'device',
      'device_count_keep',
      (source) => `insert into device_count(${countKey}, devices)
        select ${countKey}, sum(devices) from (${source}) changes group by ${countKey} having sum(devices) <> 0 order by ${countKey}
        on conflict (${countKey}) do update set devices = device_count.devices + excluded.devices;`,
      `select ${countKey}, -1 as devices from old_rows`,
      `select ${countKey}, 1 as devices from new_rows`,
    ),
    ...statementTriggers(
      'device_daily',
      'daily_roll_up',
      (source) => `with leaf as materialized (
          select ${leafKey}, ${summed} from (${source}) changes group by ${leafKey} having ${changed}),
        to_leaf as (
          insert into daily_leaf(${leafKey}, ${allSums.join(', ')}) select * from leaf order by ${leafKey}
          on conflict (${leafKey}) do update set ${raised('daily_leaf')})
        insert into daily_scope(${scopeKey}, ${allSums.join(', ')})
        select kind, scope_id, scope_company, business_date, ${summed}
        from leaf cross join lateral (values ('all'::scope_kind, 0, 0), ('company', company_id, company_id), ('client', client_id, company_id),
          ('account', account_id, company_id), ('site', site_id, company_id)) scopes(kind, scope_id, scope_company)
        where scope_id <> 0 or kind = 'all'
        group by kind, scope_id, scope_company, business_date having ${changed} order by 1, 2, 3, 4
        on conflict (${scopeKey}) do update set ${raised('daily_scope')};`,
      `select ${leafKey}, ${added('-')} from old_rows r`,
      `select ${leafKey}, ${added('')} from new_rows r`,
    ),
  ])
