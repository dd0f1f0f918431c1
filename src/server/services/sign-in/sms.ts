import { randomUUID } from 'node:crypto'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { makeFolder } from '#server/folders.ts'
import { withoutPhones } from './masked-phones.ts'

/** A code to be sent to a phone. */
export type SmsMessage = { phone: string; purpose: 'resetPassword'; code: string; text: string; minutes: number }

export type Sms = {
  /** Start sending a message and return at once: the response time must not reveal whether a phone is known. */
  send(message: SmsMessage): void
  /** True for a minute after a failed delivery, for all callers alike, so that it reveals nothing about a phone. */
  isBroken(): boolean
  /** Wait for messages that are being sent. */
  close(): Promise<void>
}

const brokenMilliseconds = 60_000
const timeoutMilliseconds = 10_000
const ownerOnly = 0o600
const ownerFolder = 0o700

/** Send to the operator's service: one JSON a message, accepted by any 2xx. @throws Error otherwise */
const toWebhook = (url: string) => async (message: SmsMessage) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the text message service answered HTTP ${answer.status}`)
}

/** Write one file a message, for anyone who may read DATA_DIR; the phone is masked even there (trust.md Z2). */
const toOutbox = (folder: string, clock: () => Date) => async (message: SmsMessage) => {
  makeFolder(folder)
  await chmod(folder, ownerFolder)
  const at = clock().toISOString()
  const name = `${at.replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.json`
  const content = JSON.stringify({ at, ...message, phone: withoutPhones(message.phone) }, null, 2)
  await writeFile(join(folder, name), `${content}\n`, { mode: ownerOnly, flag: 'wx' })
}

type SmsOptions = {
  webhookUrl: string | null
  dataDir: string
  logger: Pick<Logger, 'info' | 'error'>
  clock: () => Date
}

/**
 * Send text messages: to the webhook of the deployment, or into the folder `outbox`; the log only says that one was
 * written. Source: trust.md row 10
 */
export function createSms({ webhookUrl, dataDir, logger, clock }: SmsOptions): Sms {
  const deliver = webhookUrl === null ? toOutbox(join(dataDir, 'outbox'), clock) : toWebhook(webhookUrl)
  const onTheWay = new Set<Promise<void>>()
  let brokenUntil = 0
  return {
    send(message) {
      const delivery = deliver(message)
        .then(() => {
          brokenUntil = 0
          logger.info(
            { purpose: message.purpose },
            webhookUrl === null ? 'a text message lies in the outbox' : 'a text message was handed over',
          )
        })
        .catch((error: unknown) => {
          brokenUntil = clock().getTime() + brokenMilliseconds
          logger.error({ err: error }, 'a text message could not be sent')
        })
        .finally(() => onTheWay.delete(delivery))
      onTheWay.add(delivery)
    },
    isBroken: () => clock().getTime() < brokenUntil,
    close: async () => void (await Promise.all(onTheWay)),
  }
}
