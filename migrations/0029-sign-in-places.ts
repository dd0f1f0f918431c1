import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Which remembered device tried to sign in, so that one of its user's own keeps its tries where an account is locked, and which session made a
 * ticket, so that what the ticket begins ends with it. Where somebody has signed in from before is asked at each try.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // No reference: a try tells of its device also when that has been removed.
    'alter table login_attempt add column device_id int',
    'create index login_attempt_network on login_attempt(user_name, network, at)',
    'create index login_attempt_device on login_attempt(user_name, device_id, at) where device_id is not null',
    // Tickets live a minute: none that an older process made is worth keeping.
    'delete from login_ticket',
    'alter table login_ticket add column session_id int references session(id) on delete cascade',
    'create index login_ticket_session on login_ticket(session_id)',
  ])
}
