import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Store users' notes about a machine in trouble: the assignee, a note, and the acknowledgement with its user and
 * reason. They apply to one trouble: once the machine has left its state, `state_since` differs and the row no longer
 * applies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table device_care (
      company_id int not null references company(id),
      device_id int not null references device(id) on delete cascade,
      state_since timestamptz not null,
      assignee_id int,
      note text,
      acknowledged_at timestamptz,
      acknowledged_by int,
      reason text,
      update_time timestamptz not null,
      primary key (company_id, device_id))`,
    'create index device_care_device on device_care(device_id)',
    'create index device_care_assignee on device_care(company_id, assignee_id) where assignee_id is not null',
  ])
}
