import { mostShownIn } from '#server/services/listed-devices.ts'
import { drawn, type FilledTable, moment, series } from './plan-rows.ts'
import { drawnWithin, mainUser, rowsOfEarly, siteAt, tenant } from './rows-apart.ts'
import { fleetSizes } from './sizes.ts'

/** Data about the machines, in the numbers for 1,000,000 devices. */
export const machineAmounts = {
  photos: 100_000,
  stocktakes: 2_000,
  cares: 30_000,
  serialLists: 1_000,
  transfers: 500,
  views: 5_000,
  reportTokens: 5_000,
  /** Machines with hourly values. */
  hourly: 20_000,
}
type Amounts = typeof machineAmounts & { users: number; repairs: number; batches: number }

/**
 * Sites whose machines use the live endpoint, and requests of each whose hour is not written yet: one every five
 * minutes for two hours.
 */
const [liveSites, liveRequests] = [40, 24]
const machinesOfTransfer = 200
const linesOfStocktake = 2_000
/** The key of the longest list, and its number of machines. */
export const longListKey = 'AllMachinesOfTheTrialX'
const longestList = 50_000
/** The key of the longest list that can be shown without a place, spread over all machines. */
export const shownListKey = 'SomeMachinesOfTheTrial'

/**
 * Return the rows of reports every few minutes, photos, stocktakes, care, lists of serials, transfers and saved views.
 */
export function machineRows(given: Amounts, devices: number, lastDay: string): FilledTable[] {
  const now = `'${lastDay}T04:00:00Z'::timestamptz`
  const user = (salt: number) => drawn('n', salt, given.users)
  const site = `(select array_agg(id order by id) as ids, count(*)::int as count from company where super_company_id = 2) site`
  const line = `jsonb_build_object('serial', 'T30A' || m, 'deviceId', m, 'state', 'normal', 'place', null)`
  const firstTransfer = given.batches + 1
  return [
    {
      table: 'live_report',
      statements: [
        `insert into live_site (site_id, company_id, last_report_at, received_at, alive_since) select id, tenant_id, ${now}, ${now}, ${now} - interval '9 days' from company where super_company_id > 1`,
        `insert into live_report (company_id, site_id, hour, device_ids, seconds, hash_rates, powers)
          select d.company_id, d.site_id, ${now} - (n / 12) * interval '1 hour', array_agg(d.id order by d.id), array_agg((n % 12 * 300)::smallint), array_agg(29.5::real), array_agg(3100::smallint)
          from device d join (select site_id from device where company_id = 2 and site_id is not null group by 1 order by count(*) desc limit ${liveSites}) s using (site_id)
          cross join generate_series(0, ${liveRequests - 1}) n group by d.company_id, d.site_id, n`,
        `update device d set live_at = ${now} from (select distinct site_id from live_report) s where d.site_id = s.site_id`,
      ],
    },
    {
      table: 'device_hour',
      statements: [
        `select device_hour_month(${now}), device_hour_month(${now} - interval '2 days')`,
        `insert into device_hour (company_id, device_id, hour, hash, power)
          select company_id, id, ${now} - n * interval '1 hour', array_fill(29.5::real, array[12]), array_fill(3100::smallint, array[12])
          from device cross join generate_series(2, 49) n where id > ${rowsOfEarly(devices)} and id <= ${rowsOfEarly(devices) + given.hourly}`,
      ],
    },
    {
      table: 'session',
      statements: [
        `insert into session (token_hash, user_id, company_id, kind, scope, site_id, name, expires_at)
          select decode(md5('token ' || n), 'hex'), ${user(71)}, 2, 'script', 'report', site.ids[1 + n % site.count], '采集 ' || n, ${now} + interval '1 year'
          from ${series(given.reportTokens)} cross join ${site}`,
      ],
    },
    {
      table: 'attachment',
      statements: [
        `insert into attachment (public_id, company_id, user_id, owner_kind, owner_id, stored_name, file_name, mime, size)
          select md5('photo ' || n), ${tenant(given.photos)}, ${drawnWithin(given.photos, 72, given.users)}, 'repair', ${drawnWithin(given.photos, 73, given.repairs)}, md5('stored photo ' || n), '风扇.jpg', 'image/jpeg', 200000 from ${series(given.photos)}`,
      ],
    },
    {
      table: 'stocktake',
      statements: [
        `insert into stocktake (company_id, site_id, user_id, counts, lines, create_time)
          select ${tenant(given.stocktakes)}, ${siteAt(given.stocktakes, fleetSizes(devices))}, ${drawnWithin(given.stocktakes, 74, given.users)}, '{"here": ${linesOfStocktake}, "missing": 0, "foreign": 0, "unknown": 0, "away": 0, "repeated": 0}', lines, ${moment(given.stocktakes, lastDay)}
          from ${series(given.stocktakes)}
          cross join (select jsonb_build_object('here', jsonb_agg(${line}), 'missing', '[]'::jsonb, 'foreign', '[]'::jsonb, 'unknown', '[]'::jsonb) as lines from generate_series(1, ${linesOfStocktake}) m) told`,
      ],
    },
    {
      table: 'device_care',
      statements: [
        `insert into device_care (company_id, device_id, state_since, assignee_id, note, acknowledged_at, acknowledged_by, reason, update_time)
          select company_id, id, state_since, 1 + id % ${given.users}, '备注', case when id % 2 = 0 then ${now} end, case when id % 2 = 0 then 1 end, case when id % 2 = 0 then '等备件' end, ${now}
          from device where state in ('low', 'warn', 'offline', 'lost') and id % 3 = 0 limit ${given.cares}`,
      ],
    },
    {
      table: 'serial_list',
      statements: [
        `insert into serial_list (key, user_id, device_ids, unknown, repeated, origin, create_time)
          select left(md5('list ' || n), 22), ${user(75)}, array(select ${drawn('n * 1000 + m', 76, '(select max(id) from device)')} from generate_series(1, 1000) m), '{}', 0, '{"kind": "pasted"}', ${now} from ${series(given.serialLists)}`,
        `insert into serial_list (key, user_id, device_ids, unknown, repeated, origin, create_time)
          select '${longListKey}', ${mainUser(given)}, array(select id from device where company_id = 2 and id % 3 = 1 order by id limit ${longestList}), '{}', 0, '{"kind": "pasted"}', ${now}`,
        `insert into serial_list (key, user_id, device_ids, unknown, repeated, origin, create_time)
          select '${shownListKey}', ${mainUser(given)}, array(select id from (select id, row_number() over (order by id) as n, count(*) over () as devices from device where company_id = 2) d
            where n % greatest(1, devices / ${mostShownIn(devices)}) = 0 order by id limit ${mostShownIn(devices)}), '{}', 0, '{"kind": "pasted"}', ${now}`,
      ],
    },
    {
      table: 'device_event',
      statements: [
        `insert into import_batch (id, company_id, actor, source, business_date, read, created, updated, unchanged, conflict, refused, result, company_ids, create_time)
          select ${given.batches} + n, 2, 'user1', 'transfer', ${moment(given.transfers, lastDay)}::date, ${machinesOfTransfer}, 0, ${machinesOfTransfer}, 0, 0, 0, '{}', array[2], ${moment(given.transfers, lastDay)}
          from ${series(given.transfers)}`,
        `insert into device_event (company_id, device_id, from_state, to_state, cause, batch_id, change, at)
          select d.company_id, d.id, d.state, d.state, 'transfer', ${given.batches} + n, jsonb_build_object('date', '${lastDay}', 'from', owner, 'to', owner), ${moment(given.transfers, lastDay)}
          from ${series(given.transfers)} cross join generate_series(1, ${machinesOfTransfer}) m join device d on d.company_id = 2 and d.id = ${drawn('n * 1000 + m', 77, '(select max(id) from device)')}
          cross join lateral (select jsonb_build_object('companyId', 2, 'clientId', d.client_id, 'accountId', d.account_id, 'siteId', d.site_id) as owner) kept`,
        `insert into transfer_before (batch_id, business_date, company_id, client_id, account_id, site_id, device_ids)
          select ${firstTransfer} + n % ${given.transfers}, '${lastDay}'::date - n % 7, 2, 2, 2, 5, array[n] from ${series(given.transfers * 7)}`,
      ],
    },
    {
      table: 'saved_view',
      statements: [
        `insert into saved_view (company_id, user_id, screen, name, query, shared)
          select ${tenant(given.views)}, ${drawnWithin(given.views, 78, given.users)}, (array['devices','repairs','alerts'])[1 + n % 3], '视图 ' || n, '?state=lost', n % 3 = 0 from ${series(given.views)}`,
      ],
    },
  ]
}
