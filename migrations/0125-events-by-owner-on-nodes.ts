import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const events = ['insert', 'update', 'delete'] as const
/** The owners whose machines joined or left an event, from the transition tables of a statement. */
const changes = {
  insert: 'select alert_id, client_id, account_id, cardinality(device_ids) as machines from new_rows',
  delete: 'select alert_id, client_id, account_id, -cardinality(device_ids) as machines from old_rows',
  update: `select alert_id, client_id, account_id, cardinality(device_ids) as machines from new_rows
    union all select alert_id, client_id, account_id, -cardinality(device_ids) from old_rows`,
}
const columns =
  'alert_id, owner_kind, owner_id, company_id, site_id, kind, severity, opened_at, resolved_at, taken_back, machines'
const ofEvent = 'a.company_id, a.site_id, a.kind, a.severity, a.opened_at, a.resolved_at, a.taken_back'
const owners = "cross join lateral (values ('client'::scope_kind, m.client_id), ('account', m.account_id)) o(kind, id)"
const trigger = (declared: string, body: string) =>
  `returns trigger language plpgsql as $$ declare ${declared}; begin ${body} return null; end $$`

const counted = (from: string) => `
  select array_agg(c.alert_id), array_agg(c.client_id), array_agg(c.account_id), array_agg(c.machines) into alerts, clients, accounts, counts from (${from}) c;
  if alerts is not null then
    insert into alert_owner(${columns})
    select a.id, o.kind, o.id, ${ofEvent}, sum(m.machines) from unnest(alerts, clients, accounts, counts) m(alert_id, client_id, account_id, machines)
      join alert a on a.id = m.alert_id ${owners}
    where o.id <> 0 group by a.id, o.kind, o.id having sum(m.machines) <> 0 order by 1, 2, 3
    on conflict (alert_id, owner_kind, owner_id) do update set machines = alert_owner.machines + excluded.machines;
  end if;`

/**
 * Adapt the triggers of migrations 0123 and 0124 to tenants on several nodes: gather the changes of a statement into
 * arrays first, because a distributed planner does not know transition tables, and update the tenant of a row, which
 * determines its node, only if it changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    ...events.map(
      (event) => `create or replace function alert_owner_count_${event}()
        ${trigger('alerts int[]; clients int[]; accounts int[]; counts int[]', counted(changes[event]))}`,
    ),
    `create or replace function alert_owner_begin() ${trigger(
      'alerts int[]',
      `select array_agg(id) into alerts from new_rows;
      insert into alert_owner(${columns})
        select m.id, o.kind, o.id, m.company_id, m.site_id, m.kind, m.severity, m.opened_at, m.resolved_at, m.taken_back, 0 from alert m ${owners}
        where m.id = any(alerts) and o.id is not null order by 1, 2, 3 on conflict do nothing;`,
    )}`,
    `create or replace function alert_owner_follow() ${trigger(
      'alerts int[]',
      `select array_agg(n.id) into alerts from new_rows n join old_rows p on p.id = n.id
        where (n.severity, n.resolved_at, n.taken_back) is distinct from (p.severity, p.resolved_at, p.taken_back);
      if alerts is not null then
        update alert_owner o set severity = a.severity, resolved_at = a.resolved_at, taken_back = a.taken_back
          from alert a where a.id = any(alerts) and o.alert_id = a.id;
      end if;`,
    )}`,
    `create or replace function device_facts_follow() returns trigger language plpgsql as $$ begin
      if new.company_id = old.company_id then
        update device_facts set site_id = new.site_id where company_id = new.company_id and device_id = new.id;
      else
        update device_facts set company_id = new.company_id, site_id = new.site_id where device_id = new.id and company_id = old.company_id;
      end if;
      return null; end $$`,
  ])
}
