import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Record the remembered device of a sign-in attempt, so that a user's own device keeps its attempts while an account is
 * locked, and the session that created a ticket, so that the ticket's session ends with it. Each attempt also looks up
 * the earlier networks of the user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // No reference: an attempt keeps the id of its device even after that has been removed.
    'alter table login_attempt add column device_id int',
    'create index login_attempt_network on login_attempt(user_name, network, at)',
    'create index login_attempt_device on login_attempt(user_name, device_id, at) where device_id is not null',
    // Tickets live a minute: those of an older process are not worth keeping.
    'delete from login_ticket',
    'alter table login_ticket add column session_id int references session(id) on delete cascade',
    'create index login_ticket_session on login_ticket(session_id)',
  ])
}
