import type { Connection } from './connection.ts'
import { withoutIndexes } from './generate.ts'
import { auditRows } from './plan-audit-records.ts'
import { eventRows } from './plan-event-records.ts'
import { machineRows } from './plan-machine-records.ts'
import { amounts, type RecordAmounts } from './plan-record-amounts.ts'
import { drawn, type FilledTable, moment, series } from './plan-rows.ts'
import { accountAt, clientAt, drawnWithin, earlyTenant, lateTenant, mainUser, siteAt, tenant } from './rows-apart.ts'
import { fleetSizes } from './sizes.ts'

const statementsOf = (given: RecordAmounts, devices: number, lastDay: string): FilledTable[] => {
  const user = (count: number, salt: number) => drawnWithin(count, salt, given.users)
  const device = (count: number, salt: number) => drawnWithin(count, salt, devices)
  const sizes = fleetSizes(devices)
  const main = mainUser(given)
  return [
    {
      table: 'station',
      statements: [
        `insert into station (id, company_id, name) select n, ${tenant(500)}, '班组 ' || n from ${series(500)}`,
        `insert into town (id, name) select n, '城镇 ' || n from ${series(500)}`,
        `insert into material_type (id, name) select n, '类别 ' || n from ${series(50)}`,
        `insert into model (id, name) select n, '型号 ' || n from ${series(200)}`,
        `insert into material (id, name, material_type_id, model_id, unit) select n, '物料 ' || n, 1 + n % 50, 1 + n % 200, '个' from ${series(2_000)}`,
        `insert into measure (company_id, check_method, cash_amount) select ${tenant(200)}, '方法 ' || n, n from ${series(200)}`,
      ],
    },
    {
      table: 'app_user',
      statements: [
        `insert into app_user (id, user_name, phone, password_hash, name, nick_name, company_id, home_company_id, client_id, account_id, group_id, create_time)
          select n, 'user' || n, '139' || lpad(n::text, 8, '0'), 'none', (array['张','王','李','周','陈','刘'])[1 + n % 6] || (array['海','江','河','湖'])[1 + n / 6 % 4] || n,
            (array['检验员','登记人员','客户','子账号','基地负责人', null])[1 + n % 6], home, home, case when n % 6 = 2 then ${clientAt(given.users, sizes)} end, case when n % 6 = 3 then ${accountAt(given.users, sizes)} end,
            case when n % 6 < 2 then ${drawnWithin(given.users, 30, 500)} end, ${moment(given.users, lastDay)}
          from (select n, ${tenant(given.users)} as home from ${series(given.users)}) drawn`,
        `insert into membership (user_id, company_id) select id, company_id from app_user`,
      ],
    },
    {
      table: 'project',
      statements: [
        `insert into project (project_no, company_id, user_id, export_status, name, city, create_time, update_time)
          select 'P' || lpad(n::text, 9, '0'), ${tenant(given.projects)}, ${user(given.projects, 31)}, n % 2, '冷库 ' || n, (array['南京市','苏州市','上海市','无锡市'])[1 + n % 4], at, at
          from (select n, ${moment(given.projects, lastDay)} as at from ${series(given.projects)}) drawn`,
      ],
    },
    auditRows(given, lastDay),
    {
      // A hall has a fortieth of a large base, a rack a few thousand machines of all halls, a shelf a fifth of all.
      table: 'device_facts',
      statements: [
        `insert into device_facts (company_id, site_id, device_id, hall, rack, shelf, ip, firmware, power_w, tags)
          select company_id, site_id, id, '厂房 ' || coalesce(site_id, 0) % 40, 'R-' || id % 400, (1 + id % 5)::text,
            '10.' || id / 65536 % 256 || '.' || id / 256 % 256 || '.' || id % 256, (array['2.0.1','2.1.0','3.0'])[1 + id % 3], 3200,
            case when id % 50 = 0 then array['vip','待检'] end
          from device where id % 10 < 9`,
      ],
    },
    {
      table: 'device_check',
      statements: [
        `insert into device_check (device_id, user_id) select ${device(given.checks, 34)}, case when n % 10 = 0 then ${main} else ${user(given.checks, 35)} end from ${series(given.checks)} on conflict do nothing`,
      ],
    },
    {
      table: 'import_batch',
      statements: [
        `insert into import_batch (id, company_id, actor, source, business_date, read, created, updated, unchanged, conflict, refused, result, company_ids, create_time)
          select n, ${tenant(given.batches)}, 'user1', 'upload', ${moment(given.batches, lastDay)}::date, 1000, 0, 900, 100, 0, 0, '{}', array[${tenant(given.batches)}], ${moment(given.batches, lastDay)}
          from ${series(given.batches)}`,
        `insert into import_batch_site (batch_id, company_id, site_id, created, updated, unchanged, conflict, machines, transitions)
          select b.id, b.company_id, ${siteAt(given.batches, { ...sizes, sites: 40 }, 'b.id', '(b.id * 7 + s)')}, 0, 90, 10, 0, 100, '[]'
          from import_batch b cross join generate_series(1, 10) s where b.company_id <> 3 or s = 1 on conflict do nothing`,
        `insert into import_coverage (business_date, site_id, company_id, expected, reported, status, batch_id)
          select '${lastDay}'::date - n, c.id, c.tenant_id, 2000, 1900, 'partial', 1 from company c cross join generate_series(0, 1094) n where c.super_company_id > 1`,
      ],
    },
    {
      table: 'device_event',
      statements: [
        `insert into device_event (company_id, device_id, to_state, cause, at)
          select company_id, id, 'normal', 'registered', '${lastDay}'::timestamptz - interval '1094 days' from device order by id`,
        `insert into device_event (company_id, device_id, from_state, to_state, cause, user_id, batch_id, at)
          select ${tenant(devices, 'd')}, d, (array['normal','low','warn','offline'])[1 + n % 4]::device_state,
            (case when n % 100 = 0 then 'lost' else (array['offline','normal','low','warn'])[1 + n % 4] end)::device_state,
            case when n % 20 = 0 then 'found' else 'feed' end, case when n % 20 = 0 then ${user(given.changes, 36)} end, case when n % 20 > 0 then 1 + (n::bigint - 1) * ${given.batches} / ${given.changes} end, '${lastDay}'::timestamptz - interval '300 days' + n * (interval '301 days' / ${given.changes})
          from (select n, ${device(given.changes, 37)} as d from ${series(given.changes)}) drawn`,
      ],
    },
    {
      table: 'repair_daily',
      statements: [
        `insert into repair_daily (company_id, type, device_id, device_serial, site_id, client_id, account_id, repair_date, outcome, closed, back_online_at, user_id, repeat_of_id, create_time, notes)
          select d.company_id, kind, d.id, d.serial, d.site_id, d.client_id, d.account_id, at::date, case when kind = '送回' then (array['fixed','noFault','notRepairable'])[1 + n % 3] end,
            n % 15 > 0, case when n % 60 > 0 and kind = '送回' then at end, ${user(given.repairs, 38)}, case when n % 12 = 0 then n end, at, case when n % 3 = 0 then '风扇 ' || n end
          from (select n, ${device(given.repairs, 39)} as id, case when n % 2 = 0 then '送回' else '送修' end as kind, ${moment(given.repairs, lastDay)} as at
            from ${series(given.repairs)}) drawn join device d using (id) order by n on conflict do nothing`,
      ],
    },
    {
      table: 'feed_conflict',
      statements: [
        `insert into feed_conflict (company_id, device_id, batch_id, reason, telemetry, resolved_at, create_time)
          select ${tenant(devices, 'd')}, d, ${drawnWithin(given.conflicts, 29, given.batches)}, (array['custodyReports','lostReports'])[1 + n % 2], '{}',
            case when n % 10 > 0 then now() end, ${moment(given.conflicts, lastDay)}
          from (select n, ${device(given.conflicts, 40)} as d from ${series(given.conflicts)}) drawn`,
        `update feed_conflict c set site_id = d.site_id, client_id = d.client_id, account_id = d.account_id, type = d.type, serial = d.serial
          from device d where d.company_id = c.company_id and d.id = c.device_id`,
      ],
    },
    {
      table: 'testee',
      statements: [
        `insert into testee (id, company_id, site_id, name, town_id, create_time)
          select n, ${tenant(given.testees)}, ${siteAt(given.testees, sizes)}, '受检人 ' || n, 1 + n % 500, ${moment(given.testees, lastDay)} from ${series(given.testees)}`,
      ],
    },
    {
      table: 'trace',
      statements: [
        `insert into trace (company_id, device_id, testee_id, user_id, status, measure_time, systolic, diastolic, fasting_blood_sugar, bmi, create_time)
          select case when n % 2 = 0 then ${tenant(devices, 'd')} else ${tenant(given.testees, 't')} end, case when n % 2 = 0 then d end, case when n % 2 = 1 then t end,
            ${user(given.traces, 41)}, n % 4, at, case when n % 2 = 1 then 100 + n % 90 end, case when n % 2 = 1 then 60 + n % 50 end, case when n % 2 = 1 then 4 + (n % 80) / 10.0 end, case when n % 2 = 1 then 18 + n % 20 end, at
          from (select n, ${device(given.traces, 42)} as d, ${drawnWithin(given.traces, 43, given.testees)} as t, ${moment(given.traces, lastDay)} as at from ${series(given.traces)}) drawn`,
        `update trace set site_id = device.site_id, subject = device.serial from device where device.id = device_id`,
        `update trace set site_id = testee.site_id, subject = testee.name from testee where testee.id = testee_id`,
      ],
    },
    {
      table: 'class_session',
      statements: [
        `insert into class_session (id, company_id, site_id, user_id, name, type, start_at, end_at, ended)
          select n, ${tenant(given.classes)}, ${siteAt(given.classes, sizes)}, ${user(given.classes, 44)}, '课程 ' || n, (array['录播','直播'])[1 + n % 2], at, at + interval '1 hour', n % 20 > 0
          from (select n, ${moment(given.classes, lastDay)} as at from ${series(given.classes)}) drawn`,
      ],
    },
    {
      table: 'comment',
      statements: [
        `insert into comment (company_id, target_kind, class_id, user_id, type, content, create_time)
          select ${tenant(given.comments)}, case when n % 2 = 0 then 'device' else 'class' end, case when n % 40 = 0 then ${devices} / 2 when n % 2 = 0 then ${device(given.comments, 45)} when n % 40 = 1 then ${given.classes} / 2 else ${drawnWithin(given.comments, 46, given.classes)} end,
            ${user(given.comments, 47)}, (array['评价','精准点评'])[1 + (n / 2) % 2], '点评 ' || n, ${moment(given.comments, lastDay)} from ${series(given.comments)}`,
        `update comment set company_id = device.company_id, site_id = device.site_id from device where target_kind = 'device' and device.id = class_id`,
      ],
    },
    {
      table: 'reservation_plan',
      statements: [
        `insert into reservation_plan (id, company_id, plan_kind, reserve_time, reserve_period, tanker_type, total_count)
          select row_number() over (), company, kind, '${lastDay}'::date - n, period, tanker, 99
          from generate_series(-30, 1094) n, unnest(array[${earlyTenant}, 2, 3, ${lateTenant}]) company, unnest(array['week', 'month']) kind, unnest(array['上午', '下午']) period, unnest(array['常压车', '承压车']) tanker`,
        `insert into reservation (id, company_id, plan_id, reserve_time, reserve_period, tanker_type, tanker_number, checked_org, user_id)
          select n, ${tenant(given.reservations)}, ${drawn('n', 48, 36_000)}, '${lastDay}'::date + 30 - ((${given.reservations} - n) * 1124 / ${given.reservations})::int, (array['上午','下午'])[1 + n % 2], (array['常压车','承压车'])[1 + n % 2], '苏A' || n, '单位 ' || n % 900, ${user(given.reservations, 49)}
          from ${series(given.reservations)}`,
      ],
    },
    {
      table: 'report',
      statements: [
        `insert into report (report_number, check_code, company_id, user_id, testee_id, station_id, status, tanker_type, tanker_number, name, checked_org, check_method, finished_at, create_time)
          select 'R' || lpad(n::text, 9, '0'), 'ABCDEF', ${tenant(given.reports)}, ${user(given.reports, 50)}, ${drawnWithin(given.reports, 51, given.testees)}, ${drawnWithin(given.reports, 28, 500)}, n % 4, (array['常压车','承压车'])[1 + n % 2], '苏A' || n, '报告 ' || n, '单位 ' || n % 900, '方法 ' || n % 200,
            case when n % 4 = 2 then at end, at from (select n, ${moment(given.reports, lastDay)} as at from ${series(given.reports)}) drawn`,
      ],
    },
    {
      table: 'company_material_order',
      statements: [
        `insert into company_material_order (id, type, buy_company_id, sale_company_id, user_id, create_time)
          select n, case when n % 2 = 0 then '出库' else '入库' end, case when n % 2 = 1 then owner end, case when n % 2 = 0 then owner end, ${user(given.orders, 52)}, ${moment(given.orders, lastDay)}
          from (select n, ${tenant(given.orders)} as owner from ${series(given.orders)}) drawn`,
        `insert into company_material_order_item (order_id, material_id, number) select n, 1 + (n * 7 + m) % 2000, 5 from ${series(given.orders)}, generate_series(1, 3) m`,
        `insert into company_material (company_id, material_id, number) select company, m, 500 from unnest(array[${earlyTenant}, 2, 3, ${lateTenant}]) company, generate_series(1, 2000) m`,
        `insert into company_material (company_id, machine_id, material_id, number, fitted)
          select ${tenant(devices, 'd')}, d, 1 + n % 2000, 0, 1 from (select n, ${device(given.movements, 53)} as d from ${series(given.movements)}) drawn on conflict do nothing`,
        `insert into stock_movement (company_id, material_id, cause, stock_change, fitted_change, stock_after, at)
          select ${tenant(given.movements)}, case when n % 4 = 0 then 1 else ${drawn('n', 54, 2_000)} end, 'order', 1, 0, n, ${moment(given.movements, lastDay)} from ${series(given.movements)}`,
      ],
    },
    ...eventRows(given, devices, lastDay),
    ...machineRows(given, devices, lastDay),
  ]
}

/** Figures that triggers keep next to the rows. */
const keptFigures = [
  ...[
    { kind: 'report', from: 'report', company: 'company_id', site: 'site_id' },
    { kind: 'certificate', from: 'report where status = 2', company: 'company_id', site: 'site_id' },
    { kind: 'trace', from: 'trace', company: 'company_id', site: 'site_id' },
    { kind: 'user', from: 'app_user where deleted_at is null', company: 'home_company_id', site: 'null::int' },
  ].map(
    ({ kind, from, company, site }) =>
      `insert into record_count (company_id, site_id, kind, records) select ${company}, coalesce(${site}, 0), '${kind}', count(*) from ${from} group by 1, 2`,
  ),
  `insert into repair_count (company_id, type, repair_date, records)
    select company_id, type, repair_date, count(*) from repair_daily where voided_at is null group by 1, 2, 3`,
]

/**
 * Insert users, projects, the audit log and device events for a generated fleet whose bases are apart. Needs a
 * superuser: constraints and triggers are skipped, and the rows satisfy them by construction. `devices` scales every
 * amount, with 1,000,000 as 1.
 */
export async function addRecords(
  connection: Connection,
  devices: number,
  lastDay: string,
  log: (message: string) => void,
): Promise<void> {
  const scaled = Object.fromEntries(
    Object.entries(amounts).map(([name, count]) => [name, Math.max(100, Math.round((count * devices) / 1_000_000))]),
  ) as RecordAmounts
  await connection.query('set session_replication_role = replica')
  for (const { table, statements } of statementsOf(scaled, devices, lastDay)) {
    await withoutIndexes(connection, table, async () => {
      for (const statement of statements) await connection.query(statement)
    })
    log(`  ${table}`)
  }
  for (const statement of keptFigures) await connection.query(statement)
  await connection.query('set session_replication_role = origin')
  const sequences = `select format('select setval(pg_get_serial_sequence(%L, ''id''), (select coalesce(max(id), 0) + 1 from %I))', c.relname, c.relname) as text
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> '' where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`
  const { rows } = (await connection.query(sequences)) as { rows: { text: string }[] }
  for (const { text } of rows) await connection.query(text)
  await connection.query('vacuum (analyze)')
}
