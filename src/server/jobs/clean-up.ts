import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { lockedOut } from '#server/services/sign-in/lock-out.ts'
import { serialListDays } from '#shared/serial-lists.ts'

/** Days that expired rows are kept for later questions. */
const keptDays = {
  failures: 30,
  successes: 90,
  tickets: 1,
  sessions: 30,
  codes: 2,
  counts: 1,
  devices: 30,
  serialLists: serialListDays,
}
/** Rows of one statement, so that none blocks the embedded engine's connection for long. */
const chunkRows = 5_000

/**
 * Delete expired sign-in attempts, login tickets, codes, remembered devices, ended sessions, rate counts and
 * idempotency keys.
 * @returns how many rows
 */
export async function removeExpired(db: Kysely<Database>, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const sweeps = [
    // A lock stays until it is reset; a lock of an unknown user name is deleted with its failures.
    sql`delete from login_attempt where id in (select id from login_attempt
      where at < ${before(keptDays.failures)} and (not succeeded or at < ${before(keptDays.successes)}) and (network <> ${lockedOut} or user_name like '?%')
      limit ${chunkRows})`,
    sql`delete from login_ticket where token_hash in (select token_hash from login_ticket where expires_at < ${before(keptDays.tickets)} limit ${chunkRows})`,
    sql`delete from session where id in (select id from session
      where least(expires_at, coalesce(ended_at, expires_at)) < ${before(keptDays.sessions)} limit ${chunkRows})`,
    sql`delete from sms_code where id in (select id from sms_code where created_at < ${before(keptDays.codes)} limit ${chunkRows})`,
    // A rate limit covers a minute, a lease less; both by the database's clock, or nearly so.
    sql`delete from rate_count where ctid in (select ctid from rate_count where times[cardinality(times)] < ${before(keptDays.counts)} limit ${chunkRows})`,
    sql`delete from lease where ctid in (select ctid from lease where held_until < now() - interval '1 day' limit ${chunkRows})`,
    sql`delete from call_key where ctid in (select ctid from call_key where valid_until < ${now} limit ${chunkRows})`,
    sql`delete from serial_list where key in (select key from serial_list where create_time < ${before(keptDays.serialLists)} limit ${chunkRows})`,
    // Its tokens are deleted by cascade.
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
