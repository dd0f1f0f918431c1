import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Store selected machines: pasted serials, or the machines that a batch has changed. Their key, which cannot be
 * guessed, filters the device list, its file and its actions; kept for 30 days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table serial_list (
      key text primary key,
      user_id int references app_user(id) on delete cascade,
      device_ids int[] not null,
      unknown text[] not null,
      repeated int not null,
      origin jsonb not null,
      create_time timestamptz not null)`,
    'create index serial_list_oldest on serial_list(create_time)',
    'create index serial_list_of_user on serial_list(user_id)',
  ])
}
