import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Machines that somebody has picked one by one: pasted serials, or those that a batch has changed. The device list, its file and what is done
 * with it are narrowed by the key, which nobody guesses; kept for 30 days.
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
