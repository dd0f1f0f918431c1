import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { AlertMoment } from '#shared/alerts.ts'
import type { ChannelKind, Severity } from '#shared/channels.ts'
import { gatheringDayMs, type Pace, paceOf, type SentMessage, sendAt } from '#shared/message-gathering.ts'

/** The stored pace of a message. For sent messages only this difference matters. */
export type Urgency = 'urgent' | 'usual'
export const urgencyOf = (pace: Pace | null): Urgency | null => pace && (pace === 'urgent' ? 'urgent' : 'usual')

/**
 * Return how soon a notice is sent on a channel; null = at once. A webhook leads to a program, which wants each event
 * as it is.
 */
export const paceOn = (kind: ChannelKind, severity: Severity, moment: AlertMoment): Pace | null =>
  kind === 'webhook' ? null : paceOf(severity, moment)

/** Return the messages about events sent to a channel in the last day, each once. */
async function sentTo(trx: Transaction<Database>, channelId: number, now: Date): Promise<SentMessage[]> {
  const since = new Date(now.getTime() - gatheringDayMs)
  const { rows } = await sql<{
    at: Date
    urgent: boolean
  }>`select last_try as at, urgency = 'urgent' as urgent from delivery
    where channel_id = ${channelId} and last_try > ${since} and urgency is not null and state <> 'merged' order by last_try desc limit 100`.execute(
    trx,
  )
  return rows.map(({ at, urgent }) => ({ at: at.getTime(), urgent }))
}

/**
 * Return a function that gives the time to send a message of this transaction. The earlier messages of each channel are
 * read once.
 */
export function createGathering(
  trx: Transaction<Database>,
  now: Date,
): (channelId: number, pace: Pace | null) => Promise<Date> {
  const sentByChannel = new Map<number, Promise<SentMessage[]>>()
  return async (channelId, pace) => {
    if (pace === null) return now
    const known = sentByChannel.get(channelId) ?? sentTo(trx, channelId, now)
    sentByChannel.set(channelId, known)
    return new Date(sendAt(pace, await known, now.getTime()))
  }
}
