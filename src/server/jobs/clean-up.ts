import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** How long what has expired is kept for whoever asks what happened. */
const keptDays = { attempts: 30, tickets: 1, sessions: 30, codes: 2, devices: 30 }
/** Rows of one statement, so that none holds the embedded engine's connection for long. */
const chunkRows = 5_000

/**
 * Removes sign-in attempts, login tickets, codes, remembered devices and ended sessions that nobody needs any more.
 * @returns how many rows
 */
export async function removeExpired(db: Kysely<Database>, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const sweeps = [
    sql`delete from login_attempt where id in (select id from login_attempt where at < ${before(keptDays.attempts)} limit ${chunkRows})`,
    sql`delete from login_ticket where token_hash in (select token_hash from login_ticket where expires_at < ${before(keptDays.tickets)} limit ${chunkRows})`,
    sql`delete from session where id in (select id from session
      where least(expires_at, coalesce(ended_at, expires_at)) < ${before(keptDays.sessions)} limit ${chunkRows})`,
    sql`delete from sms_code where id in (select id from sms_code where created_at < ${before(keptDays.codes)} limit ${chunkRows})`,
    // With its tokens.
    sql`delete from remembered_device where id in (select id from remembered_device
      where least(expires_at, coalesce(ended_at, expires_at)) < ${before(keptDays.devices)} limit ${chunkRows})`,
  ]
  let removed = 0
  for (const sweep of sweeps) {
    for (;;) {
      const count = Number((await sweep.execute(db)).numAffectedRows ?? 0)
      removed += count
      if (count < chunkRows) break
    }
  }
  return removed
}
