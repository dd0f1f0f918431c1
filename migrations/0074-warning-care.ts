import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * What people have said of a machine in trouble: who looks after it, a note, and that it was seen, by whom and why. It is about one trouble:
 * once the machine has left its state, `state_since` is another and the row says nothing any more.
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
