import type { Kysely } from 'kysely'
import { sums } from './0001/dailies.ts'
import { run } from './0001/run.ts'

const key = 'company_id, type, business_date'
const allSums = [...sums, 'hash_sum', 'target_sum']
const summed = allSums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')
const negated = allSums.map((sum) => `-${sum} as ${sum}`).join(', ')
const raised = allSums.map((sum) => `${sum} = daily_type.${sum} + excluded.${sum}`).join(', ')
const changed = allSums.map((sum) => `sum(${sum}) <> 0`).join(' or ')

const added = `select ${key}, ${allSums.join(', ')} from new_rows`
const taken = `select ${key}, ${negated} from old_rows`
/** Company 0 = all of them, as in daily_scope. */
const upsert = (source: string) => `insert into daily_type(${key}, ${allSums.join(', ')})
  select company, type, business_date, ${summed} from (${source}) leaf cross join lateral (values (0), (company_id)) companies(company)
  group by company, type, business_date having ${changed} order by 1, 2, 3
  on conflict (${key}) do update set ${raised}`

const triggers = {
  insert: { tables: 'new table as new_rows', source: added },
  update: { tables: 'old table as old_rows new table as new_rows', source: `${added} union all ${taken}` },
  delete: { tables: 'old table as old_rows', source: taken },
}

/**
 * A chart of whole tenants by machine type read every leaf of every day: 8,760,000 rows for three years of 1,000,000
 * machines. Keep one row for each tenant, type and day, updated by changes of the leaves; single places have few leaves
 * and need none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table daily_type (
      company_id int not null, type device_type not null, business_date date not null,
      ${sums.map((sum) => `${sum} int not null default 0`).join(', ')}, hash_sum float8 not null default 0, target_sum float8 not null default 0,
      primary key (${key}))
      with (fillfactor = 80, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)`,
    upsert(`select ${key}, ${allSums.join(', ')} from daily_leaf`),
    ...Object.entries(triggers).flatMap(([event, { tables, source }]) => [
      `create function daily_type_keep_${event}() returns trigger language plpgsql as $$ begin ${upsert(source)}; return null; end $$`,
      `create trigger daily_type_keep_${event} after ${event} on daily_leaf referencing ${tables} for each statement execute function daily_type_keep_${event}()`,
    ]),
    `create function daily_type_drop_empty() returns trigger language plpgsql as $$ begin
      if exists (select from new_rows where total = 0) then
        delete from daily_type counter using new_rows empty where empty.total = 0 and counter.total = 0
          and counter.company_id = empty.company_id and counter.type = empty.type and counter.business_date = empty.business_date;
      end if;
      return null; end $$`,
    `create trigger daily_type_drop_empty after update on daily_type referencing new table as new_rows
      for each statement execute function daily_type_drop_empty()`,
  ])
}
