import { type Kysely, sql } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import { dropWaiting } from '#server/features/channels/drop-waiting.ts'
import { nextAttempt } from '#server/services/messages/retries.ts'
import type { Try } from '#server/services/outbound/outbound.ts'
import { type ChannelState, mostFailures } from '#shared/channels.ts'
import type { DueMessage } from './take-due.ts'

/** Switch a channel off and drop its waiting messages. @returns whether it was on */
async function switchOff(db: Db, channelId: number, state: ChannelState, now: Date): Promise<boolean> {
  const changed = await sql`update channel set state = ${state}, row_version = row_version + 1, update_time = ${now}
    where id = ${channelId} and state = 'on' returning id`.execute(db)
  await dropWaiting(db, channelId)
  return changed.rows.length > 0
}

/**
 * Store the result of an attempt: delivered, to be retried, or given up. Count failures in a row, and switch the
 * channel off after ten (of messages, or attempts of one message) or when its receiver is gone.
 * @returns the new state of a channel that was switched off; null = it stays on
 */
export async function settleDelivery(
  db: Kysely<Database>,
  taken: DueMessage,
  { verdict, status, answer, milliseconds }: Try,
  now: Date,
  random: number,
): Promise<ChannelState | null> {
  if (verdict.outcome === 'delivered') {
    // A single statement that waits for no lock, because a crash before it would send the message twice.
    await sql`update delivery set state = 'delivered', status = ${status}, answer = ${answer}, milliseconds = ${milliseconds}
      where id = ${taken.id} and state = 'due'`.execute(db)
    await sql`update channel set failures = 0 where id = ${taken.channelId} and failures > 0`.execute(db)
    return null
  }
  return db.transaction().execute(async (trx) => {
    const again = verdict.outcome === 'failed' ? nextAttempt(now, taken.attempts, verdict.afterSeconds, random) : null
    const state = again ? 'due' : 'failed'
    // Lock the channel first. Switching it off updates all its messages, and two transactions must not deadlock.
    await sql`select 1 from channel where id = ${taken.channelId} for update`.execute(trx)
    // After a minute another process may have taken the message, which changes its number of attempts.
    await sql`update delivery set state = ${state}, due = coalesce(${again}::timestamptz, due), status = ${status}, answer = ${answer}, milliseconds = ${milliseconds}
      where id = ${taken.id} and state = 'due' and attempts = ${taken.attempts}`.execute(trx)
    // Failed messages in a row, or attempts of one of them, whichever is greater: a receiver that is down for an hour
    // fails each message three times. A busy receiver names a time to retry, and counts as one failure at most.
    const isBusy = verdict.outcome === 'failed' && verdict.afterSeconds !== null
    const first = taken.attempts === 1 && !isBusy ? 1 : 0
    const { rows } = await sql<{
      failures: number
    }>`update channel set failures = greatest(failures + ${first}::int, ${isBusy ? 1 : taken.attempts}::int)
      where id = ${taken.channelId} returning failures`.execute(trx)
    if (verdict.outcome === 'gone') return (await switchOff(trx, taken.channelId, 'gone', now)) ? 'gone' : null
    if ((rows[0]?.failures ?? 0) < mostFailures) return null
    return (await switchOff(trx, taken.channelId, 'failing', now)) ? 'failing' : null
  })
}
