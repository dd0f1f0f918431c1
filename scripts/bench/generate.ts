import type { Connection } from './connection.ts'
import { fraction, skewed, typeOf } from './drawn.ts'
import { firstTenant, insertPlaces, shuffled } from './made-rows.ts'
import { addManyCompanies, placedInMany } from './many-companies.ts'
import { addPlacesApart, placedApart } from './rows-apart.ts'
import { type FleetSizes, fleetSizes } from './sizes.ts'

export type GenerateOptions = {
  devices: number
  /** Bases with equal shares of the devices. Default: one with 98 % of them and a second one with the rest. */
  companies?: number
  /** Bases whose devices came one after the other, see `rows-apart.ts`. */
  apart?: boolean
  /** Days of roll-ups up to `lastDay`. */
  days: number
  /** Newest days with raw device_daily rows; the roll-ups of older days repeat these. Default: all. */
  rawDays?: number
  /** YYYY-MM-DD; the live states are those of this day. */
  lastDay: string
  log?: (message: string) => void
}

const secondTenant = 3
const firstSite = 4
/** Every fiftieth machine belongs to the second company. */
const secondCompany = 50

const stateOf = (
  key: string,
) => `(case when ${key} < 0.90 then 'normal' when ${key} < 0.935 then 'low' when ${key} < 0.955 then 'warn' when ${key} < 0.975 then 'offline'
  when ${key} < 0.99 then 'repairing' when ${key} < 0.994 then 'repaired' when ${key} < 0.997 then 'lost' else 'scrap' end)::device_state`
/** States depend on the machine, and four in a hundred differ from one day to the next. */
const dayKey = (id: string, day: number) =>
  `(case when ${fraction(id, 7 + day)} < 0.04 then ${fraction(id, 101 + day)} * 0.975 else ${fraction(id, 3)} end)`
const hashOf = (id: string, day: number) =>
  `(target * (case when state = 'normal' then 0.9 + 0.15 * ${fraction(id, 11 + day)} when state = 'low' then 0.5 else 0.88 end))::real`

/** Build the secondary indexes of `table` once at the end of `work`, instead of row by row. */
export async function withoutIndexes(
  connection: Connection,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const answer = (await connection.query(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = '${table}' and indexdef not like 'CREATE UNIQUE%'`,
  )) as { rows: { name: string; definition: string }[] }
  for (const { name } of answer.rows) await connection.query(`drop index ${name}`)
  await work()
  for (const { definition } of answer.rows) await connection.query(definition)
}

/** Places of two bases: the second one has one of each. */
const addPlaces = (connection: Connection, sizes: FleetSizes) => {
  const tenant = `case when n = 0 then ${secondTenant} else ${firstTenant} end`
  return insertPlaces(connection, {
    bases: `values (${firstTenant}, '一号基地'), (${secondTenant}, '二号基地')`,
    sites: `select ${firstSite} + n, '站点 ' || lpad(n::text, 4, '0'), ${tenant} from generate_series(0, ${sizes.sites}) n`,
    clients: `select 1 + n, ${tenant}, ${shuffled('客户', 7919, 10007)} from generate_series(0, ${sizes.clients}) n`,
    // Account n > 0 belongs to client 1 + n % clients (of the first company), so that each client has several.
    accounts: `select 1 + n, ${tenant}, case when n = 0 then 1 else 2 + (n - 1) % ${sizes.clients} end,
      case when n = 0 then ${firstSite} else ${firstSite} + 1 + (n * 7) % ${sizes.sites} end, ${shuffled('子账号', 6151, 10007)}
      from generate_series(0, ${sizes.accounts}) n`,
  })
}

/** Return rows (n, type, company_id, client_id, account_id, site_id) of a fleet of two companies. */
function placedInTwo(devices: number, sizes: FleetSizes): string {
  const perClient = Math.max(1, Math.floor(sizes.accounts / sizes.clients))
  return `select n, type, case when second then ${secondTenant} else ${firstTenant} end as company_id,
      case when second then 1 else 2 + client end as client_id,
      case when second then 1 else 2 + client + ${sizes.clients} * account end as account_id,
      case when second then ${firstSite} else ${firstSite} + 1 + ((client + ${sizes.clients} * account + 1) * 7 + (case when ${fraction('n', 17)} < 0.8 then 0 else 1 end)) % ${sizes.sites} end as site_id
    from (
      select n, n % ${secondCompany} = 0 as second, ${typeOf('n')} as type,
        ${skewed(fraction('n', 5), sizes.clients)} as client, least(${perClient - 1}, floor(${perClient} * ${fraction('n', 13)})::int) as account
      from generate_series(1, ${devices}) n) drawn`
}

async function addDevices(connection: Connection, lastDay: string, placed: string): Promise<void> {
  await connection.query(`insert into device (serial, company_id, client_id, account_id, site_id, type, state, repair_times, active_worker, active_worker_state,
      hash_rate, last_report_at, state_since)
    select (case when type = 'T30' then 'T30A' else 'T20B' end) || lpad(((n::bigint * 7919) % 100000007)::text, 8, '0'), company_id, client_id, account_id, site_id, type, state,
      (case when turns < 0.8 then 0 when turns < 0.94 then 1 when turns < 0.98 then 2 when turns < 0.993 then 3 when turns < 0.998 then 4 else 5 end)::smallint,
      'worker.' || lpad((n % 9973)::text, 4, '0'), state in ('normal', 'low'),
      case when state in ('normal', 'low', 'warn') then ${hashOf('n', 0)} end, case when turns < 0.999 then '${lastDay}'::timestamptz end, '${lastDay}'::timestamptz - interval '3 days'
    from (
      select n, type, ${stateOf(dayKey('n', 0))} as state, ${fraction('n', 29)} as turns, case when type = 'T30' then 30 else 20 end as target,
        company_id, client_id, account_id, site_id
      from (${placed}) drawn) placed
    order by n`)
}

async function addDays(
  connection: Connection,
  options: GenerateOptions,
  log: (message: string) => void,
): Promise<void> {
  const rawDays = Math.min(options.days, options.rawDays ?? options.days)
  // One feed a day, which contains every machine and writes its batch number to each row.
  for (let back = rawDays - 1; back >= 0; back -= 1) {
    const day = `('${options.lastDay}'::date - ${back})`
    await connection.query(`select device_daily_month(${day})`)
    await connection.query(`insert into device_daily (business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported, hash_avg, hash_target, compliant, batch_id)
      select ${day}, id, company_id, client_id, account_id, site_id, type, state, state in ('normal', 'low', 'warn'), ever, hash, target, state <> 'low' and hash is not null, ${rawDays - back}
      from (select *, case when state in ('normal', 'low', 'warn') then ${hashOf('id', back)} end as hash
        from (select id, company_id, client_id, account_id, site_id, type, last_report_at is not null as ever, case when type = 'T30' then 30 else 20 end as target,
            ${back === 0 ? 'state' : `case when state = 'scrap' then state else ${stateOf(dayKey('id', back))} end`} as state from device) lived) run
      order by client_id, id`)
    if ((rawDays - back) % 30 === 0) log(`${rawDays - back} of ${rawDays} days`)
  }
  // Older days of both roll-ups repeat the raw ones, shifted by whole cycles.
  for (const table of ['daily_leaf', 'daily_scope']) {
    const columns = (await connection.query(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and attname <> 'business_date'`,
    )) as { rows: { names: string }[] }
    const names = columns.rows[0]?.names ?? ''
    const repeat = `insert into ${table} (business_date, ${names}) select business_date - turn * ${rawDays}, ${names} from ${table}
      cross join generate_series(1, ${Math.ceil(options.days / rawDays)}) turn where business_date - turn * ${rawDays} > '${options.lastDay}'::date - ${options.days} order by 1, ${names}`
    await withoutIndexes(connection, table, () => connection.query(repeat))
  }
}

/**
 * Fill a migrated, empty database with a fleet of any size, skewed as in data.md B, on PostgreSQL or the embedded
 * engine. Deterministic; the triggers of the product keep counters and roll-ups.
 */
export async function generate(connection: Connection, options: GenerateOptions): Promise<void> {
  const log = options.log ?? (() => undefined)
  const { devices, companies, apart = false } = options
  const sizes = fleetSizes(companies === undefined ? devices : devices / companies)
  const addOwners = apart ? addPlacesApart : addPlaces
  await (companies === undefined ? addOwners(connection, sizes) : addManyCompanies(connection, companies, sizes))
  for (const table of ['company', 'client', 'account'])
    await connection.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  const placedIn = apart ? placedApart : placedInTwo
  const placed = companies === undefined ? placedIn(devices, sizes) : placedInMany(devices, companies, sizes)
  await withoutIndexes(connection, 'device', () => addDevices(connection, options.lastDay, placed))
  const { clients, accounts, sites } = sizes
  const owners =
    companies === undefined
      ? [clients + 1, accounts + 1, sites + 1]
      : [companies * clients, companies * accounts, companies * sites]
  log(`${devices} devices of ${companies ?? 2} companies with ${owners.join(', ')} clients, accounts, sites`)
  if (options.days > 0) await addDays(connection, options, log)
  for (const table of [
    'device',
    'device_count',
    'device_leaf_count',
    'device_place_count',
    'device_daily',
    'daily_leaf',
    'daily_scope',
    'company',
    'client',
    'account',
  ])
    await connection.query(`vacuum (analyze) ${table}`)
}
