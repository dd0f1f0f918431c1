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
const tables = {
  insert: 'new table as new_rows',
  delete: 'old table as old_rows',
  update: 'new table as new_rows old table as old_rows',
}
const columns =
  'alert_id, owner_kind, owner_id, company_id, site_id, kind, severity, opened_at, resolved_at, taken_back, machines'
const ofEvent = 'a.company_id, a.site_id, a.kind, a.severity, a.opened_at, a.resolved_at, a.taken_back'
const trigger = (body: string) => `returns trigger language plpgsql as $$ begin ${body}; return null; end $$`

/** Return the events `a` of owners whose machines are in the rows of `from`. */
const counted = (from: string) => `insert into alert_owner(${columns})
  select a.id, o.kind, o.id, ${ofEvent}, sum(m.machines) from (${from}) m join alert a on a.id = m.alert_id
  cross join lateral (values ('client'::scope_kind, m.client_id), ('account', m.account_id)) o(kind, id)
  where o.id <> 0 group by a.id, o.kind, o.id having sum(m.machines) <> 0 order by 1, 2, 3
  on conflict (alert_id, owner_kind, owner_id) do update set machines = alert_owner.machines + excluded.machines`
/** Return the events of `rows` that concern an owner, with the owner's machines or without. */
const named = (rows: string) => `insert into alert_owner(${columns})
  select a.id, o.kind, o.id, ${ofEvent}, 0 from ${rows} a cross join lateral (values ('client'::scope_kind, a.client_id), ('account', a.account_id)) o(kind, id)
  where o.id is not null order by 1, 2, 3 on conflict do nothing`

/**
 * Store events by owner: for each client and account the events that contain their machines, or concern them, with the
 * columns that filter a list of events. An owner's list then reads its own rows of one index, whatever the number of
 * machines in its events and in those of others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table alert_owner (
      alert_id int not null references alert(id) on delete cascade,
      owner_kind scope_kind not null check (owner_kind in ('client', 'account')),
      owner_id int not null,
      company_id int not null,
      site_id int,
      kind text not null,
      severity text not null,
      opened_at timestamptz not null,
      resolved_at timestamptz,
      taken_back boolean not null,
      machines int not null,
      primary key (alert_id, owner_kind, owner_id))`,
    counted(changes.insert.replace('new_rows', 'alert_device')),
    named('alert'),
    `create index alert_owner_newest on alert_owner(owner_kind, owner_id, alert_id desc)
      include (company_id, site_id, kind, severity, opened_at, resolved_at, taken_back, machines)`,
    'create index alert_owner_open on alert_owner(owner_kind, owner_id, alert_id desc) where resolved_at is null',
    'analyze alert_owner',
    ...events.flatMap((event) => [
      `create function alert_owner_count_${event}() ${trigger(counted(changes[event]))}`,
      `create trigger alert_owner_count_${event} after ${event} on alert_device referencing ${tables[event]} for each statement execute function alert_owner_count_${event}()`,
    ]),
    `create function alert_owner_begin() ${trigger(named('new_rows'))}`,
    'create trigger alert_owner_begin after insert on alert referencing new table as new_rows for each statement execute function alert_owner_begin()',
    `create function alert_owner_follow() ${trigger(`update alert_owner o set severity = n.severity, resolved_at = n.resolved_at, taken_back = n.taken_back
      from new_rows n join old_rows p on p.id = n.id
      where o.alert_id = n.id and (n.severity, n.resolved_at, n.taken_back) is distinct from (p.severity, p.resolved_at, p.taken_back)`)}`,
    `create trigger alert_owner_follow after update on alert referencing new table as new_rows old table as old_rows
      for each statement execute function alert_owner_follow()`,
    // Owners' queries now read their own rows.
    'drop index alert_device_of_client',
    'drop index alert_device_of_account',
  ])
}
