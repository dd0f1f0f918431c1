import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import { destinationOf } from '#server/features/channels/try-channel.ts'
import { mailFile } from '#server/features/schedules/files.ts'
import { ownAnswer } from '#server/services/messages/own-answers.ts'
import type { MailFile } from '#server/services/outbound/mailer.ts'
import type { Try } from '#server/services/outbound/outbound.ts'
import type { Services } from '#server/services/services.ts'
import { settleDelivery } from './settle-delivery.ts'
import { type DueMessage, takeDue } from './take-due.ts'

export type Sending = {
  services: Pick<Services, 'keys' | 'outbound' | 'storage'>
  logger: Pick<Logger, 'info' | 'warn'>
  clock: () => Date
  random?: () => number
}

const cannot = (answer: string): Try => ({
  verdict: { outcome: 'failed', afterSeconds: null },
  status: null,
  answer,
  milliseconds: 0,
})
const unreadable = cannot(ownAnswer('keyChanged'))
const gone = cannot(ownAnswer('fileGone'))

/**
 * Return the attachments of a message: the file of a schedule if it is sent by mail; null = the file no longer exists.
 */
async function filesOf(
  db: Kysely<Database>,
  { kind, message, fileId }: DueMessage,
  { services, clock }: Sending,
): Promise<MailFile[] | null> {
  if (kind !== 'mail' || fileId === null || message.type !== 'schedule.file') return []
  const file = await mailFile(db, services.storage, fileId, clock())
  return file && [file]
}

async function tryOne(db: Kysely<Database>, taken: DueMessage, sending: Sending): Promise<Try> {
  const { services, clock } = sending
  const destination = destinationOf(services, taken, clock())
  if (destination === null) return unreadable
  const files = await filesOf(db, taken, sending)
  // Recipients of a scheduled mail do not see each other's addresses.
  return files === null
    ? gone
    : services.outbound.send(destination, taken.message, {
        id: taken.messageId,
        at: clock(),
        files,
        blind: taken.runId !== null,
      })
}

async function sendOne(db: Kysely<Database>, taken: DueMessage, sending: Sending): Promise<void> {
  const { logger, clock, random = Math.random } = sending
  const { channelId } = taken
  const tried = await tryOne(db, taken, sending)
  const switched = await settleDelivery(db, taken, tried, clock(), random())
  if (switched) logger.warn({ channelId, state: switched }, 'a channel was switched off')
}

/** The messages being sent to a channel. */
export type UnderWay = { channelId: number; messages: number; sent: Promise<void> }

/**
 * Take the due messages and begin to send them by channel, so that a receiver that does not answer delays only its own
 * messages.
 * @param busy channels to which messages are being sent already
 */
export async function beginDue(
  db: Kysely<Database>,
  sending: Sending,
  busy: readonly number[] = [],
): Promise<UnderWay[]> {
  const taken = await takeDue(db, sending.clock(), busy)
  const channels = new Map<number, DueMessage[]>()
  for (const one of taken) channels.set(one.channelId, [...(channels.get(one.channelId) ?? []), one])
  return [...channels].map(([channelId, some]) => {
    const sent = Promise.all(some.map((one) => sendOne(db, one, sending))).then(() => undefined)
    return { channelId, messages: some.length, sent }
  })
}

/**
 * Try to send all due messages once. If the process crashes before it stores the result, the message is sent again with
 * the same id, so each arrives at least once.
 * @returns how many were tried
 */
export async function sendDue(db: Kysely<Database>, sending: Sending): Promise<number> {
  const begun = await beginDue(db, sending)
  await Promise.all(begun.map(({ sent }) => sent))
  return begun.reduce((sum, { messages }) => sum + messages, 0)
}
