import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import { destinationOf } from '#server/features/channels/try.ts'
import type { Try } from '#server/services/outbound/outbound.ts'
import type { Services } from '#server/services/services.ts'
import { settle } from './settle.ts'
import { type Taken, takeDue } from './take.ts'

export type Sending = { services: Pick<Services, 'keys' | 'outbound'>; logger: Pick<Logger, 'info' | 'warn'>; clock: () => Date; random?: () => number }

const unreadable: Try = {
  verdict: { outcome: 'failed', afterSeconds: null },
  status: null,
  answer: 'the key file has changed: address and secret of the channel cannot be read and have to be entered again',
  milliseconds: 0,
}

async function sendOne(db: Kysely<Database>, taken: Taken, { services, logger, clock, random = Math.random }: Sending): Promise<void> {
  const { messageId, channelId, message } = taken
  const destination = destinationOf(services, taken, clock())
  const tried = destination === null ? unreadable : await services.outbound.send(destination, message, { id: messageId, at: clock() })
  const switched = await settle(db, taken, tried, clock(), random())
  if (switched) logger.warn({ channelId, state: switched }, 'a channel was switched off')
}

/**
 * Tries what is due, once. A process that dies between the try and the note of it leaves the message to be tried again with the same id: each
 * arrives at least once. @returns how many were tried
 */
export async function sendDue(db: Kysely<Database>, sending: Sending): Promise<number> {
  const taken = await takeDue(db, sending.clock())
  await Promise.all(taken.map((one) => sendOne(db, one, sending)))
  return taken.length
}
