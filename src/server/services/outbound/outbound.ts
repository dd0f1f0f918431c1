import type { Config } from '#server/config.ts'
import type { Message } from '#server/services/messages/message.ts'
import { ownAnswer } from '#server/services/messages/own-answers.ts'
import { type Verdict, verdictOf } from '#server/services/messages/provider-answers.ts'
import { envelopeOf } from '#server/services/messages/webhook-envelopes.ts'
import type { ChannelKind } from '#shared/channels.ts'
import { messageOf } from '#shared/errors.ts'
import { createAddressRule } from './address-ranges.ts'
import { createMailer, type MailFile } from './mailer.ts'
import { createPost, NoAnswer, type Resolve } from './safe-request.ts'

/** The destination of a channel: recipients for mail, otherwise a URL and its signing secrets. */
export type Destination = {
  kind: ChannelKind
  address: string | null
  secrets: readonly string[]
  recipients: readonly string[]
}

/**
 * Metadata of a sent message. `id` is the same at each attempt, so that a receiver detects duplicates. `blind` =
 * recipients do not see each other.
 */
export type Posting = { id: string; at: Date; blind?: boolean; files?: readonly MailFile[] }

/**
 * The result of an attempt; `status` = HTTP or SMTP, null = no response; `answer` word for word, or the reason of a
 * missing one (`ownAnswer`).
 */
export type Try = { verdict: Verdict; status: number | null; answer: string; milliseconds: number }

export type Outbound = {
  /** Make one attempt; failures are returned, never thrown. */
  send(destination: Destination, message: Message, posting: Posting): Promise<Try>
  close(): void
}

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'allowedNetworks' | 'host' | 'port'>
/** For tests: host names and certificates of their own. */
type Outside = { resolve?: Resolve; ca?: string; timeout?: number }

/** Characters of an answer that are stored. */
const mostAnswer = 2_000

/** Return the public URL of the console, without a trailing slash. */
export const consoleUrl = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Send messages by mail, or to https URLs that are safe to reach. */
export function createOutbound(settings: Settings, outside: Outside = {}): Outbound {
  const post = createPost({ isAllowed: createAddressRule(settings.allowedNetworks), ...outside })
  const { hostname } = new URL(consoleUrl(settings))
  const mailer = createMailer({
    url: settings.smtpUrl,
    from: settings.mailFrom ?? `coldfleet@${hostname}`,
    host: hostname,
    ca: outside.ca,
  })

  async function toAddress(
    { kind, address, secrets }: Destination,
    message: Message,
    { id, at }: Posting,
  ): Promise<Omit<Try, 'milliseconds'>> {
    if (kind === 'mail' || address === null) throw new Error('a channel of this kind has no address')
    const envelope = envelopeOf(kind, message, { secrets, id, at })
    const url = new URL(address)
    for (const [name, value] of Object.entries(envelope.query)) url.searchParams.set(name, value)
    const { status, headers, body } = await post(url, envelope)
    const retryAfter = headers['retry-after']
    const verdict = verdictOf(
      kind,
      { status, body, retryAfter: typeof retryAfter === 'string' ? retryAfter : null },
      at,
    )
    return { verdict, status, answer: body.slice(0, mostAnswer) }
  }

  return {
    async send(destination, message, posting) {
      const begun = performance.now()
      const took = () => Math.round(performance.now() - begun)
      try {
        const tried =
          destination.kind === 'mail'
            ? await mailer.send(destination.recipients, message, posting)
            : await toAddress(destination, message, posting)
        return { ...tried, milliseconds: took() }
      } catch (error) {
        const answer =
          error instanceof NoAnswer ? ownAnswer(error.reason, error.value) : ownAnswer('unsendable', messageOf(error))
        return {
          verdict: { outcome: 'failed', afterSeconds: null },
          status: null,
          answer: answer.slice(0, mostAnswer),
          milliseconds: took(),
        }
      }
    },
    close: () => mailer.close(),
  }
}
