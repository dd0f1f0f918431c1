import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { dropWaiting } from '#server/features/channels/drop-waiting.ts'
import { nextAttempt } from '#server/services/messages/retries.ts'
import type { Try } from '#server/services/outbound/outbound.ts'
import { type ChannelState, mostFailures } from '#shared/channels.ts'
import type { Taken } from './take.ts'

/** Switches a channel off, with what was still waiting for it. @returns whether it was on */
async function switchOff(db: Kysely<Database>, channelId: number, state: ChannelState, now: Date): Promise<boolean> {
  const changed = await sql`update channel set state = ${state}, row_version = row_version + 1, update_time = ${now}
    where id = ${channelId} and state = 'on' returning id`.execute(db)
  await dropWaiting(db, channelId)
  return changed.rows.length > 0
}

/**
 * Writes down what came of a try: taken over, to be tried again, or given up; counts failures in a row, and switches a channel off after ten
 * of them (messages, or tries of one) or when its receiver is gone. @returns the state that a channel was switched to, null = it stays on
 */
export async function settle(
  db: Kysely<Database>,
  taken: Taken,
  { verdict, status, answer, milliseconds }: Try,
  now: Date,
  random: number,
): Promise<ChannelState | null> {
  if (verdict.outcome === 'delivered') {
    // One statement that waits for no other: a process that dies before it sends the message twice, so that it comes first and alone.
    await sql`update delivery set state = 'delivered', status = ${status}, answer = ${answer}, milliseconds = ${milliseconds}
      where id = ${taken.id} and state = 'due'`.execute(db)
    await sql`update channel set failures = 0 where id = ${taken.channelId} and failures > 0`.execute(db)
    return null
  }
  return db.transaction().execute(async (trx) => {
    const again = verdict.outcome === 'failed' ? nextAttempt(now, taken.attempts, verdict.afterSeconds, random) : null
    const state = again ? 'due' : 'failed'
    // The channel first: one that is switched off takes all its messages with it, and two of them must not wait for each other.
    await sql`select 1 from channel where id = ${taken.channelId} for update`.execute(trx)
    // A process that has taken it meanwhile, after a minute of silence from here, has another number of attempts.
    await sql`update delivery set state = ${state}, due = coalesce(${again}::timestamptz, due), status = ${status}, answer = ${answer}, milliseconds = ${milliseconds}
      where id = ${taken.id} and state = 'due' and attempts = ${taken.attempts}`.execute(trx)
    // Messages in a row that failed, or tries of one of them, whichever are more: a receiver that is away for an hour fails each of them three times.
    // One that is busy says when to come again.
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
