import type { Kysely } from 'kysely'
import { sums } from './0001/dailies.ts'
import { run } from './0001/run.ts'

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
  reported: `ever_reported and reported and state <= 'offline'`,
}
const dayKey = 'company_id, client_id, account_id, site_id, type, business_date'
const scopeKey = 'kind, scope_id, company_id, business_date'
const counts = [...sums, 'reported']
const allSums = [...counts, 'hash_sum', 'target_sum']
const summed = allSums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')
const changed = allSums.map((sum) => `sum(${sum}) <> 0`).join(' or ')
const raised = (table: string) => allSums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')
const dailySource = (sign: string, rows: string) =>
  `select ${dayKey}, ${counts.map((sum) => `${sign}count(*) filter (where ${counted[sum]}) as ${sum}`).join(', ')},
    ${sign}coalesce(sum(hash_avg::float8), 0) as hash_sum, ${sign}sum(hash_target::float8) as target_sum from ${rows} group by ${dayKey}`
const sources = {
  insert: dailySource('', 'new_rows'),
  delete: dailySource('-', 'old_rows'),
  update: `${dailySource('', 'new_rows')} union all ${dailySource('-', 'old_rows')}`,
}

/**
 * Count the machines in service on a day that feeds have reported, for example of a site: a feed of one site then reads
 * the roll-up for all others instead of the rows of the whole tenant. Null in rows from before this count, permanently.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table daily_leaf add column reported int',
    'alter table daily_scope add column reported int',
    ...Object.entries(sources).map(
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
  ])
}
