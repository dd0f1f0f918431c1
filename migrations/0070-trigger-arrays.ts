import type { Kysely } from 'kysely'
import { sums } from './0001/dailies.ts'
import { run } from './0001/run.ts'
import { type Columns, dropEmpty, gathered, typed } from './0070/arrays.ts'

const facets = { type: 'device_type', state: 'device_state', repair_times: 'smallint', active_worker_state: 'boolean' }
const names = (columns: object) => Object.keys(columns).join(', ')
const events = ['insert', 'update', 'delete'] as const
type Event = (typeof events)[number]

/** Return the changes of a statement from its transition tables: new rows are added, old ones are subtracted. */
const changesOf = (event: Event, of: (rows: string, sign: string) => string) =>
  ({
    insert: of('new_rows', ''),
    delete: of('old_rows', '-'),
    update: `${of('new_rows', '')} union all ${of('old_rows', '-')}`,
  })[event]
const replaced = (name: string, declared: string, body: string) =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ declare ${declared} begin ${body} return null; end $$`
const raised = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ')

/** device → device_leaf_count, device_place_count, device_count. */
function deviceCounters(event: Event): string {
  const countKey = `company_id, ${names(facets)}`
  const places = ['company_id', 'client_id', 'account_id', 'site_id']
  const key = { ...typed(places, 'int'), ...facets }
  const columns = { ...key, devices: 'int' }
  const leafKey = names(key)
  const placeKey = 'company_id, kind, place_id'
  const states = ['normal', 'low', 'warn', 'offline', 'repairing', 'repaired', 'lost', 'scrap']
  const counts = ['devices', ...states]
  const placeSums = [
    'sum(devices)',
    ...states.map((state) => `coalesce(sum(devices) filter (where state = '${state}'), 0)`),
  ]
  // Old and new rows are grouped separately, and only the few groups are compared: half the work of grouping both
  // together.
  const changes = changesOf(
    event,
    (rows, sign) => `select company_id, ${places
      .slice(1)
      .map((place) => `coalesce(${place}, 0) as ${place}`)
      .join(', ')}, ${names(facets)}, ${sign}count(*) as devices
      from ${rows} device_rows group by company_id, device_rows.client_id, device_rows.account_id, device_rows.site_id, ${names(facets)}`,
  )
  const { declared, gather, rows } = gathered(
    columns,
    `select ${leafKey}, sum(devices)::int as devices from (${changes}) changed group by ${leafKey} having sum(devices) <> 0 order by ${leafKey}`,
  )
  return replaced(
    `device_count_keep_${event}`,
    declared,
    `${gather}
    insert into device_leaf_count(${names(columns)}) select ${names(columns)} from ${rows}
      on conflict (${leafKey}) do update set ${raised('device_leaf_count', ['devices'])};
    insert into device_place_count(${placeKey}, ${counts.join(', ')})
      select ${placeKey}, ${placeSums.join(', ')} from ${rows}
      cross join lateral (values ('client'::scope_kind, client_id), ('account', account_id), ('site', site_id)) places(kind, place_id)
      group by ${placeKey} having ${placeSums.map((sum) => `${sum} <> 0`).join(' or ')} order by ${placeKey}
      on conflict (${placeKey}) do update set ${raised('device_place_count', counts)};
    insert into device_count(${countKey}, devices)
      select ${countKey}, sum(devices) from ${rows} group by ${countKey} having sum(devices) <> 0 order by ${countKey}
      on conflict (${countKey}) do update set ${raised('device_count', ['devices'])};`,
  )
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
  reported: `ever_reported and reported and state <= 'offline'`,
}
const rates = ['hash_sum', 'target_sum']

/** device_daily → daily_leaf, daily_scope. */
function rollUps(event: Event): string {
  const counts = [...sums, 'reported']
  const all = [...counts, ...rates]
  const leafKey = 'company_id, client_id, account_id, site_id, type, business_date'
  const scopeKey = 'kind, scope_id, company_id, business_date'
  const columns = {
    ...typed(['company_id', 'client_id', 'account_id', 'site_id'], 'int'),
    ...{ type: 'device_type', business_date: 'date' },
    ...typed(counts, 'int'),
    ...typed(rates, 'float8'),
  }
  const changes = changesOf(
    event,
    (
      rows,
      sign,
    ) => `select ${leafKey}, ${counts.map((sum) => `${sign}count(*) filter (where ${counted[sum]}) as ${sum}`).join(', ')},
      ${sign}coalesce(sum(hash_avg::float8), 0) as hash_sum, ${sign}sum(hash_target::float8) as target_sum from ${rows} group by ${leafKey}`,
  )
  const changed = all.map((sum) => `sum(${sum}) <> 0`).join(' or ')
  const { declared, gather, rows } = gathered(
    columns,
    `select ${leafKey}, ${counts.map((sum) => `sum(${sum})::int as ${sum}`).join(', ')}, ${rates.map((sum) => `sum(${sum}) as ${sum}`).join(', ')}
      from (${changes}) changed group by ${leafKey} having ${changed} order by ${leafKey}`,
  )
  return replaced(
    `daily_roll_up_${event}`,
    declared,
    `${gather}
    insert into daily_leaf(${names(columns)}) select ${names(columns)} from ${rows} on conflict (${leafKey}) do update set ${raised('daily_leaf', all)};
    insert into daily_scope(${scopeKey}, ${all.join(', ')})
      select kind, scope_id, scope_company, business_date, ${all.map((sum) => `sum(${sum})`).join(', ')}
      from ${rows} cross join lateral (values ('all'::scope_kind, 0, 0), ('company', company_id, company_id), ('client', client_id, company_id),
        ('account', account_id, company_id), ('site', site_id, company_id)) scopes(kind, scope_id, scope_company)
      where scope_id <> 0 or (kind = 'all' and keeps_sums_of_all())
      group by kind, scope_id, scope_company, business_date having ${changed} order by 1, 2, 3, 4
      on conflict (${scopeKey}) do update set ${raised('daily_scope', all)};`,
  )
}

/** daily_leaf → daily_type. */
function typeSums(event: Event): string {
  const all = [...sums, ...rates]
  const key = 'company_id, type, business_date'
  const columns = {
    company_id: 'int',
    type: 'device_type',
    business_date: 'date',
    ...typed(sums, 'int'),
    ...typed(rates, 'float8'),
  }
  const changes = changesOf(
    event,
    (rows, sign) => `select ${key}, ${all.map((sum) => `${sign}${sum} as ${sum}`).join(', ')} from ${rows}`,
  )
  const { declared, gather, rows } = gathered(
    columns,
    `select company as company_id, type, business_date, ${sums.map((sum) => `sum(${sum})::int as ${sum}`).join(', ')},
      ${rates.map((sum) => `sum(${sum}) as ${sum}`).join(', ')}
      from (${changes}) changed cross join lateral (values (0), (company_id)) companies(company) where company <> 0 or keeps_sums_of_all()
      group by company, type, business_date having ${all.map((sum) => `sum(${sum}) <> 0`).join(' or ')} order by 1, 2, 3`,
  )
  return replaced(
    `daily_type_keep_${event}`,
    declared,
    `${gather} insert into daily_type(${names(columns)}) select ${names(columns)} from ${rows} on conflict (${key}) do update set ${raised('daily_type', all)};`,
  )
}

/** repair_daily → repair_count. */
function repairCounts(event: Event): string {
  const key = 'company_id, type, repair_date'
  const changes = changesOf(
    event,
    (rows, sign) =>
      `select ${key}, ${sign}count(*)::int as records from ${rows} where voided_at is null group by ${key}`,
  )
  const { declared, gather, rows } = gathered(
    { company_id: 'int', type: 'text', repair_date: 'date', records: 'int' },
    `select ${key}, sum(records)::int as records from (${changes}) changed group by ${key} having sum(records) <> 0 order by ${key}`,
  )
  return replaced(
    `repair_daily_count_${event}`,
    declared,
    `${gather} insert into repair_count(${key}, records) select ${key}, records from ${rows} on conflict (${key}) do update set ${raised('repair_count', ['records'])};`,
  )
}

/** Each table of sums: its key, and the number that is zero if there is nothing left to count. */
const countersWithKeys: readonly { table: string; count: string; key: Columns }[] = [
  { table: 'device_count', count: 'devices', key: { company_id: 'int', ...facets } },
  {
    table: 'device_leaf_count',
    count: 'devices',
    key: { ...typed(['company_id', 'client_id', 'account_id', 'site_id'], 'int'), ...facets },
  },
  { table: 'device_place_count', count: 'devices', key: { company_id: 'int', kind: 'scope_kind', place_id: 'int' } },
  {
    table: 'daily_leaf',
    count: 'total',
    key: {
      ...typed(['company_id', 'client_id', 'account_id', 'site_id'], 'int'),
      type: 'device_type',
      business_date: 'date',
    },
  },
  {
    table: 'daily_scope',
    count: 'total',
    key: { kind: 'scope_kind', scope_id: 'int', company_id: 'int', business_date: 'date' },
  },
  { table: 'daily_type', count: 'total', key: { company_id: 'int', type: 'device_type', business_date: 'date' } },
]

/**
 * Let triggers first gather the changes of a statement into arrays, and write from those: Citus sends each statement to
 * the nodes with the rows, so only a trigger's own queries can read its transition tables. The total of all tenants is
 * a row of company 0, unless tenants are distributed over several nodes: then it is added up on request
 * (`keeps_sums_of_all()`, replaced by `db distribute`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create function keeps_sums_of_all() returns boolean language sql immutable parallel safe as $$ select true $$',
    ...events.flatMap((event) => [deviceCounters(event), rollUps(event), typeSums(event), repairCounts(event)]),
    ...countersWithKeys.map(({ table, count, key }) =>
      replaced(`${table}_drop_empty`, ...dropEmpty(table, key, count)),
    ),
  ])
}
