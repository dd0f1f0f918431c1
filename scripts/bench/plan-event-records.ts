import { type FilledTable, moment, series } from './plan-rows.ts'
import { clientAt, drawnWithin, earlyTenant, lastOfLarge, lateTenant, siteAt, tenant } from './rows-apart.ts'
import { fleetSizes } from './sizes.ts'

/** Events of three years of 500 sites, and their messages, in the numbers for 1,000,000 devices. */
export const eventAmounts = {
  alerts: 200_000,
  /** Open events. */
  openAlerts: 2_000,
  silences: 2_000,
  channels: 500,
  deliveries: 600_000,
  schedules: 500,
  runs: 200_000,
  files: 100_000,
}
type Amounts = typeof eventAmounts & { users: number; batches: number }

/** The late base has fewer sites. */
const openOfLate = 200
const kinds = `(array['site.silent','site.outage','share.low','device.away','repair.late','conflict.open','feed.failed'])`
const severity = `(array['critical','warning','notice'])[1 + n % 3]`
const largestSite =
  '(select site_id from device where company_id = 2 and site_id is not null group by 1 order by count(*) desc limit 1)'

/**
 * Return the rows of rules, events, their machines and notices, silences; channels, messages, schedules and their runs.
 */
export function eventRows(given: Amounts, devices: number, lastDay: string): FilledTable[] {
  const at = moment(given.alerts, lastDay)
  const sizes = fleetSizes(devices)
  /** The newest events of the large base and of the late one are open, one of a kind at a site. */
  const open = (last: number, most: number) =>
    `n > ${last - Math.min(most, given.openAlerts / 2)} and n <= ${last} and n % 50 > 0`
  const isOpen = `${open(lastOfLarge(given.alerts), given.openAlerts)} or ${open(given.alerts, openOfLate)}`
  const from = `'${lastDay}'::timestamptz`
  const text = `jsonb_build_object('type', 'alert.opened', 'severity', ${severity}, 'title', '站点掉线 ' || n, 'text', repeat('机器离线 ', 40), 'link', '/alerts?alert=' || n)`
  return [
    {
      table: 'alert_rule',
      statements: [
        // Rules of whole bases are created with the bases.
        `insert into alert_rule (company_id, site_id, kind, severity, machines, percent, user_id)
          select tenant_id, id, wanted.kind, 'critical', 50, 20, 1 from company cross join unnest(array['site.outage', 'share.low']) wanted(kind) where super_company_id > 1`,
      ],
    },
    {
      table: 'alert',
      statements: [
        `insert into alert (company_id, site_id, kind, severity, opened_at, last_seen_at, resolved_at, taken_back, count_now, count_worst, count_of, batch_id)
          select ${tenant(given.alerts)}, ${siteAt(given.alerts, sizes)}, ${kinds}[1 + n % 7], ${severity}, ${at}, ${at},
            case when not (${isOpen}) then ${at} + interval '5 hours' end, n % 97 = 0, 40, 100, 2000, 1 + n % ${given.batches}
          from ${series(given.alerts)}`,
        // The largest of all: each machine of the largest site.
        `insert into alert (company_id, site_id, type, kind, severity, opened_at, last_seen_at, count_now, count_worst, count_of)
          select 2, ${largestSite}, 'T30', 'site.outage', 'critical', ${from}, ${from}, 9000, 9000, 9000`,
      ],
    },
    {
      table: 'alert_device',
      statements: [
        `insert into alert_device (company_id, alert_id, batch_id, client_id, account_id, site_id, joined_at, device_ids)
          select a.company_id, a.id, a.batch_id, d.client_id, d.account_id, a.site_id, a.opened_at, array(select generate_series(d.id, d.id + 24))
          from alert a cross join generate_series(1, 4) n join device d on d.id = ${drawnWithin(given.alerts, 61, devices, 'a.id * 4 + n', 'a.id')} where a.site_id is not null and a.id <= ${given.alerts}`,
        `insert into alert_device (company_id, alert_id, client_id, account_id, site_id, joined_at, device_ids)
          select company_id, (select max(id) from alert), client_id, account_id, site_id, ${from}, array_agg(id order by id)
          from device where company_id = 2 and site_id = ${largestSite} group by 1, 3, 4, 5`,
      ],
    },
    {
      table: 'alert_owner',
      statements: [
        `insert into alert_owner (alert_id, owner_kind, owner_id, company_id, site_id, kind, severity, opened_at, resolved_at, taken_back, machines)
          select a.id, o.kind, o.id, a.company_id, a.site_id, a.kind, a.severity, a.opened_at, a.resolved_at, a.taken_back, sum(cardinality(m.device_ids))
          from alert_device m join alert a on a.id = m.alert_id cross join lateral (values ('client'::scope_kind, m.client_id), ('account', m.account_id)) o(kind, id)
          where o.id <> 0 group by a.id, o.kind, o.id`,
      ],
    },
    {
      table: 'alert_notice',
      statements: [
        `insert into alert_notice (company_id, alert_id, moment, at, count, taken_at)
          select company_id, id, moment, opened_at, count_now, opened_at from alert cross join unnest(array['opened', 'grown', 'resolved']) moment`,
      ],
    },
    {
      table: 'silence',
      statements: [
        `insert into silence (company_id, site_id, starts_at, ends_at, reason, user_id)
          select ${tenant(given.silences)}, ${siteAt(given.silences, sizes)}, ${moment(given.silences, lastDay)}, ${moment(given.silences, lastDay)} + interval '4 hours', '检修 ' || n, ${drawnWithin(given.silences, 62, given.users)}
          from ${series(given.silences)}`,
      ],
    },
    {
      table: 'channel',
      statements: [
        `insert into channel (company_id, client_id, name, kind, host, language, least_severity)
          select ${tenant(given.channels)}, case when n % 5 > 1 and n % 50 > 0 then ${clientAt(given.channels, sizes)} end, '群 ' || n, (array['webhook','wecom','dingtalk','feishu'])[1 + n % 4], 'hooks.example', 'zh', 'notice' from ${series(given.channels)}`,
      ],
    },
    {
      table: 'schedule',
      statements: [
        `insert into schedule (company_id, client_id, user_id, work_company_id, name, content, list, format, channel_ids, send_as, every, time, next_run)
          select ${tenant(given.schedules)}, case when n % 5 > 1 and n % 50 > 0 then ${clientAt(given.schedules, sizes)} end, ${drawnWithin(given.schedules, 63, given.users)}, ${tenant(given.schedules)}, '周报 ' || n, (array['digest','list'])[1 + n % 2],
            case when n % 2 = 1 then 'devices' end, 'csv', array[${drawnWithin(given.schedules, 65, given.channels)}], 'file', 'day', '08:00', ${from} + interval '1 day' from ${series(given.schedules)}`,
        `insert into schedule_run (schedule_id, company_id, planned, state, due, attempts, ended_at)
          select s.id, s.company_id, ${moment(given.runs, lastDay)}, case when n % 40 = 0 then 'failed' else 'done' end, ${moment(given.runs, lastDay)}, 1, ${moment(given.runs, lastDay)}
          from ${series(given.runs)} join schedule s on s.id = ${drawnWithin(given.runs, 66, given.schedules)}`,
        `insert into schedule_file (public_id, run_id, company_id, stored_name, file_name, content_type, size, rows, expires_at, create_time)
          select md5('file ' || n), n, company_id, md5('stored ' || n), '设备.csv', 'text/csv', 100000, 2000, planned + interval '7 days', planned from (select id as n, company_id, planned from schedule_run) run where n <= ${given.files}`,
      ],
    },
    {
      table: 'delivery',
      statements: [
        `insert into delivery (company_id, channel_id, alert_id, message, state, due, attempts, last_try, status, answer, milliseconds, create_time)
          select c.company_id, c.id, ${drawnWithin(given.deliveries, 67, given.alerts)}, ${text}, case when n % 30 = 0 then 'failed' else 'delivered' end, ${moment(given.deliveries, lastDay)}, 1, ${moment(given.deliveries, lastDay)}, 200, 'ok', 120, ${moment(given.deliveries, lastDay)}
          from ${series(given.deliveries)} join channel c on c.id = ${drawnWithin(given.deliveries, 64, given.channels)}`,
      ],
    },
    {
      table: 'feed_source',
      statements: [
        `insert into feed_source (company_id, user_id, work_company_id, host, every_minutes, state, next_pull)
          select company, 1, company, 'feeds.example', 30, 'paused', ${from} from unnest(array[2, 3, ${earlyTenant}, ${lateTenant}]) company`,
      ],
    },
  ]
}
