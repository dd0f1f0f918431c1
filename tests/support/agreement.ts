import { deviceStates } from '#shared/devices.ts'
import { gather } from './gathered.ts'

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> }

const states = deviceStates.join(', ')
const sums = `total, ${states}`
const stateSums = deviceStates.map((state) => `count(*) filter (where state = '${state}') as ${state}`).join(', ')
const scopes = `values ('all', 0, 0), ('company', company_id, company_id), ('client', client_id, company_id), ('account', account_id, company_id), ('site', site_id, company_id)`
const devicePlaces = `values ('client', coalesce(client_id, 0)), ('account', coalesce(account_id, 0)), ('site', coalesce(site_id, 0))`

/** Each query finds rows that contradict each other; an empty result = none. */
const contradictions: Record<string, string> = {
  'the counters differ from the devices': `
    (select company_id, type, state, repair_times, active_worker_state, devices from device_count
      except select company_id, type, state, repair_times, active_worker_state, count(*)::int from device group by 1, 2, 3, 4, 5)
    union all
    (select company_id, type, state, repair_times, active_worker_state, count(*)::int from device group by 1, 2, 3, 4, 5
      except select company_id, type, state, repair_times, active_worker_state, devices from device_count)`,
  'the counters by owner differ from the devices': `
    (select company_id, client_id, account_id, site_id, type, state, repair_times, active_worker_state, devices from device_leaf_count
      except select company_id, coalesce(client_id, 0), coalesce(account_id, 0), coalesce(site_id, 0), type, state, repair_times, active_worker_state, count(*)::int
        from device group by 1, 2, 3, 4, 5, 6, 7, 8)
    union all
    (select company_id, coalesce(client_id, 0), coalesce(account_id, 0), coalesce(site_id, 0), type, state, repair_times, active_worker_state, count(*)::int
        from device group by 1, 2, 3, 4, 5, 6, 7, 8
      except select company_id, client_id, account_id, site_id, type, state, repair_times, active_worker_state, devices from device_leaf_count)`,
  'the counters of places differ from the devices': `
    (select company_id, kind::text, place_id, devices, ${states} from device_place_count
      except select company_id, kind, place_id, count(*)::int, ${stateSums} from device cross join lateral (${devicePlaces}) place(kind, place_id) group by 1, 2, 3)
    union all
    (select company_id, kind, place_id, count(*)::int, ${stateSums} from device cross join lateral (${devicePlaces}) place(kind, place_id) group by 1, 2, 3
      except select company_id, kind::text, place_id, devices, ${states} from device_place_count)`,
  'the leaf roll-up differs from the dailies': `
    (select company_id, client_id, account_id, site_id, type, business_date, ${sums} from daily_leaf
      except select company_id, client_id, account_id, site_id, type, business_date, count(*), ${stateSums} from device_daily group by 1, 2, 3, 4, 5, 6)
    union all
    (select company_id, client_id, account_id, site_id, type, business_date, count(*), ${stateSums} from device_daily group by 1, 2, 3, 4, 5, 6
      except select company_id, client_id, account_id, site_id, type, business_date, ${sums} from daily_leaf)`,
  'the scope roll-up differs from the dailies': `
    select kind, scope_id, scope_company, business_date from (
      select kind::text, scope_id, company_id as scope_company, business_date, ${sums} from daily_scope
      except select kind, scope_id, scope_company, business_date, count(*), ${stateSums}
        from device_daily cross join lateral (${scopes}) scope(kind, scope_id, scope_company) group by 1, 2, 3, 4) differing`,
  'the roll-up by type differs from the dailies': `
    (select company_id, type, business_date, ${sums} from daily_type
      except select company, type, business_date, count(*), ${stateSums} from device_daily cross join lateral (values (0), (company_id)) companies(company) group by 1, 2, 3)
    union all
    (select company, type, business_date, count(*), ${stateSums} from device_daily cross join lateral (values (0), (company_id)) companies(company) group by 1, 2, 3
      except select company_id, type, business_date, ${sums} from daily_type)`,
  'live states differ from the dailies of the newest day': `
    select device.id from device join device_daily daily on daily.device_id = device.id
    where daily.state <> device.state and business_date = (select max(business_date) from device_daily where company_id = device.company_id)`,
  'where a device stands, or whether it was ever heard of, differs from the dailies of the newest day': `
    select device.id from device join device_daily daily on daily.company_id = device.company_id and daily.device_id = device.id
    where device.state <> 'scrap' and (daily.site_id <> coalesce(device.site_id, 0) or daily.ever_reported <> (device.last_report_at is not null))
      and business_date = (select max(business_date) from device_daily where company_id = device.company_id)`,
  'a day counts other machines as reported than its rows say': `
    select business_date, scope_id from daily_scope s where kind = 'site' and reported <> (
      select count(*) from device_daily r where r.company_id = s.company_id and r.business_date = s.business_date and r.site_id = s.scope_id
        and r.ever_reported and r.reported and r.state <= 'offline')`,
  'a device has no row on the newest day of its company': `
    select device.id from device where state <> 'scrap' and not exists (select 1 from device_daily where device_id = device.id
      and business_date = (select max(business_date) from device_daily where company_id = device.company_id))`,
  'the last event of a device differs from its state': `
    select device.id from device join lateral (select to_state from device_event where device_id = device.id order by at desc, id desc limit 1) event on true
    where event.to_state <> device.state`,
  'an event begins in a state that the one before did not leave': `
    select device_id from (select device_id, from_state, lag(to_state) over (partition by device_id order by at, id) as before, row_number() over (partition by device_id order by at, id) as place
      from device_event) event where place > 1 and from_state is distinct from before`,
  // Machines that a batch has undone may later be deleted by the undo of the batch that registered them, together with
  // their events.
  'the events of a batch differ from what it said it did': `
    select batch.id from (select id, machines_undone, undo_time is not null and undone_at is null as partly,
        (select coalesce(sum((change ->> 'count')::int), 0) from jsonb_array_elements(b.result -> 'transitions') change where change ->> 'from' is not null) as said,
        (select count(*) from device_event e where batch_id = b.id and cause = 'feed' and from_state is not null
          and not exists (select 1 from device_event r where r.device_id = e.device_id and r.batch_id = e.batch_id and r.cause = 'registered')) as told
      from import_batch b where not restated) batch
    where said <> told and not (partly and told < said and said - told <= machines_undone)`,
  'the lines of a batch do not add up': `select id from import_batch where read <> created + updated + unchanged + conflict + refused`,
}

/** Adapt a query for tenants on several nodes: skip the sums over all tenants. */
const withoutSumsOfAll = (query: string) =>
  query.replaceAll("('all', 0, 0), ", '').replaceAll('(values (0), (company_id))', '(values (company_id))')

const counted = (query: string) => `select count(*)::int as n from (${query}) contradiction`

/** Run each query on the rows of all nodes, which are gathered once: queries sent together are one transaction. */
async function askNodes(database: Queryable, queries: readonly string[]): Promise<number[]> {
  const asked = queries.map((query) => counted(withoutSumsOfAll(query)))
  const first = gather(asked.join())
  const answers: unknown = await database.query([...first, ...asked].join(';\n'))
  return (answers as { rows: { n: number }[] }[]).slice(first.length).map(({ rows }) => rows[0]?.n ?? 0)
}

/** Return the contradictions in the database: live states, dailies, both roll-ups, counters, events, batches. */
export async function findContradictions(database: Queryable): Promise<string[]> {
  const shape = await database.query('select keeps_sums_of_all() as keeps')
  const queries = Object.values(contradictions)
  const counts: number[] = []
  if (!(shape.rows[0] as { keeps: boolean }).keeps) counts.push(...(await askNodes(database, queries)))
  else for (const query of queries) counts.push(((await database.query(counted(query))).rows[0] as { n: number }).n)
  return Object.keys(contradictions).flatMap((sentence, at) =>
    (counts[at] ?? 0) > 0 ? [`${sentence} (${counts[at]} rows)`] : [],
  )
}
